# oneDNN as the target ag_onednn, with the OpenMP that tells how many threads it uses, where both are there. Its own CMake
# package asks for the headers of OpenCL too, which nobody here needs.
find_path(AG_ONEDNN_INCLUDE dnnl.hpp DOC "Folder of dnnl.hpp")
find_library(AG_ONEDNN_LIBRARY dnnl DOC "The library of oneDNN")
find_package(OpenMP COMPONENTS CXX QUIET)
if(AG_ONEDNN_INCLUDE AND AG_ONEDNN_LIBRARY AND TARGET OpenMP::OpenMP_CXX AND NOT TARGET ag_onednn)
  add_library(ag_onednn INTERFACE IMPORTED GLOBAL)
  target_include_directories(ag_onednn SYSTEM INTERFACE "${AG_ONEDNN_INCLUDE}")
  target_link_libraries(ag_onednn INTERFACE "${AG_ONEDNN_LIBRARY}" OpenMP::OpenMP_CXX)
endif()
