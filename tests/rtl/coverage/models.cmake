# SPDX-License-Identifier: Apache-2.0
# How the models of the tests are Verilated to be counted (preset rtl-coverage): lines, branches and
# bins in all of them. Toggles cost five to seven times the speed and ten times the code: they are
# counted in cells only.
set(COVERED_ROUTERS VIciRouterNarrow4 VIciRouterLinkShallow4 VIciRouterLinkShallow2)
# Splitting moves counters behind what changes the conditions they stand under: they count wrong.
set(COVERAGE_ARGS --coverage-line --coverage-user -fno-split -fno-reorder)
foreach(cell VIciVcAlloc VIciSwitchAlloc VIciFlitRam VIciCredits VIciLinkControl VIciLinkRx
             VIciLinkTx)
  set(COVERAGE_TOGGLE_${cell} --coverage-toggle)
endforeach()
set(COVERAGE_BINS_ici_router
    ${CMAKE_CURRENT_LIST_DIR}/ici_input_port_bins.sv ${CMAKE_CURRENT_LIST_DIR}/ici_link_bins.sv)
set(COVERAGE_RUNTIME ${VERILATOR_ROOT}/include/verilated_cov.cpp)
