# SPDX-License-Identifier: Apache-2.0
# Read by ctest after the tests have been discovered.
if(firmware_tests_TESTS)
  set_tests_properties(${firmware_tests_TESTS} PROPERTIES LABELS "unit;firmware")
endif()
