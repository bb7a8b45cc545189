# SPDX-License-Identifier: Apache-2.0
# Every dependency of podsim. All come from the packages listed in scripts/packages.txt.

find_package(Threads REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(verilator REQUIRED)
find_package(ZLIB REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(systemc REQUIRED IMPORTED_TARGET systemc)
pkg_check_modules(tomlplusplus REQUIRED IMPORTED_TARGET tomlplusplus)
pkg_check_modules(libdeflate REQUIRED IMPORTED_TARGET libdeflate)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
if(PODSIM_BUILD_TESTS)
  find_package(GTest REQUIRED)
endif()

# SystemC headers are third-party: their warnings are not ours.
get_target_property(_systemc_includes PkgConfig::systemc INTERFACE_INCLUDE_DIRECTORIES)
if(_systemc_includes)
  set_target_properties(PkgConfig::systemc PROPERTIES
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${_systemc_includes}")
endif()
