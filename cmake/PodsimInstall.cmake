# SPDX-License-Identifier: Apache-2.0
# Installs the libraries, headers and the binary, so that find_package(podsim) works elsewhere.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(_libraries GLOBAL PROPERTY PODSIM_LIBRARIES)

# Include directories of the build tree mean nothing after the installation.
foreach(_target podsim_rtl)
  get_target_property(_directories ${_target} INTERFACE_INCLUDE_DIRECTORIES)
  set(_build_only)
  foreach(_directory IN LISTS _directories)
    if(_directory MATCHES "^\\$<")
      list(APPEND _build_only "${_directory}")
    else()
      list(APPEND _build_only "$<BUILD_INTERFACE:${_directory}>")
    endif()
  endforeach()
  set_target_properties(${_target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${_build_only}"
                                              EXPORT_NAME rtl)
endforeach()

add_library(podsim_all INTERFACE)
set_target_properties(podsim_all PROPERTIES EXPORT_NAME podsim)
target_link_libraries(podsim_all INTERFACE ${_libraries})
set_target_properties(podsim_options PROPERTIES EXPORT_NAME options)

install(TARGETS podsim_all podsim_options podsim_rtl ${_libraries} EXPORT podsim_targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/podsim)
install(EXPORT podsim_targets FILE podsim-targets.cmake NAMESPACE podsim::
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/podsim)
install(DIRECTORY firmware systemc sw rtl DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/podsim
        FILES_MATCHING PATTERN "*.h")
configure_package_config_file(cmake/podsim-config.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/podsim-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/podsim)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/podsim-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/podsim-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/podsim-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/podsim)
