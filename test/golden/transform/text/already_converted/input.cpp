#include <ag/staging/generated.h>
#line 1 "x.cpp"
int zero() { return 0; }
