/// Nothing but a file for which the headers of all tests are compiled: main.cpp wants Catch2 in another way.
