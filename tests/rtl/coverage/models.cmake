# SPDX-License-Identifier: Apache-2.0
# How the models of the tests are Verilated to be counted (preset rtl-coverage): lines, branches and
# bins in all of them. Toggles cost five to seven times the speed and several times the code: they
# are counted in one router with link layer, and in the cells. Vectors of more than 64 bits are left
# out of them.
set(COVERED_ROUTERS VIciRouterNarrow4 VIciRouterLinkShallow4 VIciRouterLinkShallow2)
# Splitting moves counters behind what changes the conditions they stand under: they count wrong.
set(COVERAGE_ARGS --coverage-line --coverage-user -fno-split -fno-reorder)
foreach(model VIciRouterLinkShallow2 VIciVcAlloc VIciSwitchAlloc VIciFlitRam VIciCredits
              VIciLinkControl VIciLinkRx VIciLinkTx)
  set(COVERAGE_TOGGLE_${model} --coverage-toggle --coverage-max-width 64)
endforeach()
set(COVERAGE_BINS_ici_router
    ${CMAKE_CURRENT_LIST_DIR}/ici_input_port_bins.sv ${CMAKE_CURRENT_LIST_DIR}/ici_link_bins.sv)
set(COVERAGE_RUNTIME ${VERILATOR_ROOT}/include/verilated_cov.cpp)
