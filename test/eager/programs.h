#pragma once
/// The programs of this folder. Each prints its results.
#include <ag/ag.h>

#include <iostream>

using ag::Tensor;

/// Not converted: its condition needs a value.
Tensor halved_while_large(Tensor x);

void limits_of_conversion();
void limits_of_tracing();
void state();
void changed_functions();

/// True unless a check of what functions tell about themselves has failed.
bool reasons_of_conversion();
bool reasons_of_tracing();
/// True if a graph that is required is an error.
bool strict_is_an_error();

inline void show(const char* name, const Tensor& value) { std::cout << name << " " << value << "\n"; }
