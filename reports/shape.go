package reports

import "io"

// WriteShape writes any value that has a JSON form in the format json or yaml,
// laid out like a Result.
func WriteShape(w io.Writer, format string, v any) error {
	switch format {
	case "json":
		return writeJSON(w, v)
	case "yaml":
		return writeYAML(w, v)
	}
	return unknownFormat(format, []string{"json", "yaml"})
}
