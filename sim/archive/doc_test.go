package archive

import (
	"context"
	"os"
	"regexp"
	"strings"
	"testing"
)

// docs/archive.md names every table and every column of the schema, and its
// queries run.
func TestDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/archive.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(text)
	a := open(t)
	save(t, a, kept(draft(1, 3), "before"))
	columns, err := a.texts(context.Background(),
		"SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' ORDER BY 1")
	if err != nil || len(columns) < 60 {
		t.Fatalf("%d columns, %v", len(columns), err)
	}
	for _, name := range columns {
		table, column, _ := strings.Cut(name, ".")
		if _, part, ok := strings.Cut(doc, "\n**"+table+"**"); !ok {
			t.Errorf("docs/archive.md has no table %s", table)
		} else if part, _, _ = strings.Cut(part, "\n**"); !strings.Contains(part, "`"+column+"`") {
			t.Errorf("docs/archive.md does not tell %s", name)
		}
	}
	sql := regexp.MustCompile("(?s)```sql\n(.*?)```").FindStringSubmatch(doc)
	for _, query := range strings.SplitAfter(sql[1], ";\n") {
		if strings.TrimSpace(query) == "" {
			continue
		}
		if rows, err := a.db.Query(query); err != nil {
			t.Errorf("%s: %v", query, err)
		} else {
			rows.Close()
		}
	}
}
