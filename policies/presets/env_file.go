package presets

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ParseEnvFile reads lines NAME=VALUE. Empty lines and lines that begin with # are skipped; "export " in front of a
// name, quotes around a value, a byte order mark and CRLF are allowed. All mistakes come at once, each with its line,
// and with the file's name where the reader has one (as *os.File has).
func ParseEnvFile(r io.Reader) (map[string]string, error) {
	file := "line "
	if named, ok := r.(interface{ Name() string }); ok {
		file = named.Name() + ":"
	}
	values, lines := make(map[string]string), make(map[string]int)
	var errs []error
	scan := bufio.NewScanner(r)
	n := 0
	for scan.Scan() {
		n++
		name, value, problem := envLine(scan.Text())
		switch {
		case problem != "":
			errs = append(errs, fmt.Errorf("%s%d: %s", file, n, problem))
		case name == "":
		case lines[name] > 0:
			errs = append(errs, fmt.Errorf("%s%d: %s is set in line %d already", file, n, name, lines[name]))
		default:
			values[name], lines[name] = value, n
		}
	}
	if err := scan.Err(); err != nil {
		errs = append(errs, fmt.Errorf("%s%d: %w", file, n+1, err))
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return values, nil
}

// envLine reads one line; the name is empty where the line holds nothing.
func envLine(line string) (name, value, problem string) {
	line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
	if line == "" || line[0] == '#' {
		return "", "", ""
	}
	name, value, ok := strings.Cut(strings.TrimPrefix(line, "export "), "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	switch {
	case !ok:
		return "", "", fmt.Sprintf("%q has no =; write NAME=VALUE", line)
	case !isEnvName(name):
		return "", "", fmt.Sprintf("%q is no name of a variable; legal: letters, digits and _, no digit in front", name)
	}
	for _, quote := range []string{`"`, `'`} {
		inner, opened := strings.CutPrefix(value, quote)
		if !opened {
			continue
		}
		closed := strings.HasSuffix(inner, quote)
		if !closed {
			return "", "", fmt.Sprintf("the value of %s opens a %s and does not close it", name, quote)
		}
		return name, strings.TrimSuffix(inner, quote), ""
	}
	return name, value, ""
}

func isEnvName(name string) bool {
	for i, c := range name {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}
