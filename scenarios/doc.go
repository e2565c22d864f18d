// Package scenarios reads scenario files and makes plans of them: strict YAML
// in, a Scenario with its rows out, each row a sim.Plan in which every name is
// an index, every relative time absolute and every default filled in. The
// scenarios that ship with the program are embedded here.
//
// Reading is strict. An unknown key, a number without its unit, a name that
// nothing bears: each is an error that says where (file:line:column and the
// path of keys), what is wrong and what would be right, and all errors of a
// file come at once. What a value may be is said once, by the tags of the
// structs that the keys are decoded into: the decoder, the JSON Schema and the
// list of defaults all read those tags.
//
// It refuses to run anything: a plan is played by package sim, judged by
// package study. Rules of taste about a scenario are the linter's.
package scenarios
