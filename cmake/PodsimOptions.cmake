# SPDX-License-Identifier: Apache-2.0
# Compiler settings that every podsim target shares, and podsim_add_library().

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

option(PODSIM_WARNINGS_AS_ERRORS "Treat warnings as errors" ON)
option(PODSIM_COVERAGE "Instrument for gcov" OFF)
option(PODSIM_RTL_COVERAGE "Count lines, branches, toggles and bins of the RTL in its tests" OFF)
set(PODSIM_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize=")

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

add_library(podsim_options INTERFACE)
target_compile_features(podsim_options INTERFACE cxx_std_17)
target_include_directories(podsim_options INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:include/podsim>)
# One result on every host: the compiler may not fuse or reorder floating-point operations.
target_compile_options(podsim_options INTERFACE -ffp-contract=off)
target_compile_options(podsim_options INTERFACE
  $<BUILD_INTERFACE:-Wall> $<BUILD_INTERFACE:-Wextra> $<BUILD_INTERFACE:-Wshadow>
  $<BUILD_INTERFACE:-Wnon-virtual-dtor> $<BUILD_INTERFACE:-Wundef>)
if(PODSIM_WARNINGS_AS_ERRORS)
  target_compile_options(podsim_options INTERFACE $<BUILD_INTERFACE:-Werror>)
endif()
if(PODSIM_SANITIZE)
  add_compile_options(-fsanitize=${PODSIM_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${PODSIM_SANITIZE})
endif()
if(PODSIM_COVERAGE)
  add_compile_options(--coverage -O0)
  add_link_options(--coverage)
endif()

# podsim_add_library(NAME SOURCES ... [DEPENDS ...] [PRIVATE_DEPENDS ...])
# One static library a folder: target podsim_NAME, alias podsim::NAME.
function(podsim_add_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  add_library(podsim_${name} STATIC ${ARG_SOURCES})
  add_library(podsim::${name} ALIAS podsim_${name})
  set_target_properties(podsim_${name} PROPERTIES EXPORT_NAME ${name})
  target_link_libraries(podsim_${name} PUBLIC podsim_options ${ARG_DEPENDS}
                                       PRIVATE ${ARG_PRIVATE_DEPENDS})
  set_property(GLOBAL APPEND PROPERTY PODSIM_LIBRARIES podsim_${name})
endfunction()
