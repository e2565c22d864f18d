// Package reports turns a result.Result into something a person or a script
// can read: a table for the terminal, JSON, YAML, CSV, Markdown, a herd chart
// as text, PNG and SVG, and the delay table of one policy. It computes no
// metric and judges nothing: every number and every verdict it shows stands in
// the Result already. It never looks at the terminal, the clock or the
// environment; width and colour are arguments, and the same Result gives the
// same bytes.
//
// A format is one file and one line in the catalogue of formats.go.
package reports
