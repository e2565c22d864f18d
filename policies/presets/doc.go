// Package presets holds the retry policies of real systems, one file each, in the words of package policies: what a
// system does by itself, before anybody changes a setting.
//
// Where a system's code does something else than it means to, the preset is the intent, and the code as it stands is
// a variant with the ending ".as-written". A preset also knows its system's own names for its settings, and their
// units, so that a configuration can be typed in as it is.
package presets
