#pragma once
#include <ag/ag.h>

ag::Tensor steps(ag::Tensor n);
int converted();
