# Install rules and the CMake package. The build folder gets the same package under lib/cmake/ag, so that
# -DCMAKE_PREFIX_PATH=build/release works as an installed copy does.
include(CMakePackageConfigHelpers)

set(ag_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/ag")
set(ag_build_package_dir "${PROJECT_BINARY_DIR}/lib/cmake/ag")

set(ag_targets "")
if(TARGET ag_runtime)
  set_target_properties(ag_runtime PROPERTIES EXPORT_NAME runtime)
  install(
    TARGETS ag_runtime
    EXPORT agTargets
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  if(TARGET ag_codegen)
    install(TARGETS ag_codegen LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  endif()
  if(TARGET ag_convolution)
    install(TARGETS ag_convolution LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  endif()
  # The folder is the list: what lies in it is public, and a header can't be forgotten.
  install(
    DIRECTORY "${PROJECT_SOURCE_DIR}/runtime/include/"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
  list(APPEND ag_targets ag_runtime)
endif()
if(TARGET agc)
  install(TARGETS agc EXPORT agTargets RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  list(APPEND ag_targets agc)
endif()
if(NOT ag_targets)
  return()
endif()

install(EXPORT agTargets NAMESPACE ag:: DESTINATION "${ag_package_dir}")
export(EXPORT agTargets NAMESPACE ag:: FILE "${ag_build_package_dir}/agTargets.cmake")

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/AgConfig.cmake.in" "${ag_build_package_dir}/agConfig.cmake"
                              INSTALL_DESTINATION "${ag_package_dir}")
write_basic_package_version_file("${ag_build_package_dir}/agConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
file(COPY_FILE "${CMAKE_CURRENT_LIST_DIR}/AgConvert.cmake" "${ag_build_package_dir}/AgConvert.cmake" ONLY_IF_DIFFERENT)
# A later edit of the function reaches the copy in the build folder too.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/AgConvert.cmake")

install(
  FILES "${ag_build_package_dir}/agConfig.cmake" "${ag_build_package_dir}/agConfigVersion.cmake"
        "${CMAKE_CURRENT_LIST_DIR}/AgConvert.cmake"
  DESTINATION "${ag_package_dir}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/ag")
