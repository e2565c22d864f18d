package scenarios

import (
	"strings"

	"retrysim/policies/presets"
)

// around is the file with the pipeline of a preset's system around it: each
// value of it that the file, or an override, does not say itself, and that goes
// together with what it says. Without such a pipeline it is the file as it is.
func (s *Scenario) around(name string) *File {
	preset, _ := presets.Lookup(name)
	return s.surround(&preset)
}

// surround is around for a preset that was found.
func (s *Scenario) surround(preset *presets.Preset) *File {
	file, root := s.File, s.tree
	for _, set := range preset.Pipeline {
		if root.says(set.Path) {
			continue
		}
		changed := root.clone()
		o := Override{Path: set.Path, Value: set.Value, Origin: "preset " + preset.Name + ": " + set.Path}
		if len(o.apply(changed, 0)) > 0 {
			continue
		}
		if more, c := decodeFile(changed); len(c.errs) == 0 {
			file, root = more, changed
		}
	}
	return file
}

// says reports whether a tree holds a value at a path of plain keys.
func (n *Node) says(path string) bool {
	for _, key := range strings.Split(path, ".") {
		if n = n.get(key); n == nil {
			return false
		}
	}
	return true
}
