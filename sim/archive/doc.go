// Package archive keeps results, and the dead letters that came with them, in
// one database file that any SQLite client can read (docs/archive.md tells the
// tables). A result is written in one transaction, so that a process that is
// killed, a full disk or a second process leaves it whole or not there at all.
//
// The package stores and finds; it runs nothing, judges nothing and prints
// nothing. What a result means is in sim/result.
package archive
