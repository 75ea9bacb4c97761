// Gives the script of the pages the types of a browser: the compiler knows libraries per program, not per folder.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/// <reference lib="dom.asynciterable" />
