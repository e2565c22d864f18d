package archive

import (
	"cmp"
	"context"
	"slices"
)

// Group is the letters whose errors are of one kind.
type Group struct {
	Error     string // without what varies (see Fold)
	Count     int64
	FirstMS   float64 // the first of them was parked
	LastMS    float64 // the last of them failed
	Latest    string  // the error that was then, as it is
	Class     string  // of that error
	Types     []string
	ofOneType map[string]bool
}

// Groups puts the letters together by kind of error, the most frequent kind
// first. The page of w is passed over. Memory holds the groups and one error.
func (a *Archive) Groups(ctx context.Context, id string, w Which) ([]Group, error) {
	scopes, err := a.scopes(ctx, id, &w)
	if err != nil {
		return nil, a.explain(err)
	}
	kinds := map[string]*Group{}
	for i := range scopes {
		if err := a.groupScope(ctx, &w, &scopes[i], kinds); err != nil {
			return nil, a.explain(err)
		}
	}
	all := make([]Group, 0, len(kinds))
	for _, g := range kinds {
		slices.Sort(g.Types)
		all = append(all, *g)
	}
	slices.SortFunc(all, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Error, b.Error))
	})
	return all, nil
}

// groupScope adds those of one scope: SQLite counts equal errors, in the order
// of its index, and what is left here is to put them into kinds.
func (a *Archive) groupScope(ctx context.Context, w *Which, s *scope, kinds map[string]*Group) error {
	where, args := w.conditions(s)
	rows, err := a.db.QueryContext(ctx, `SELECT d.error, d.error_class, d.job_type, count(*), min(d.failed_at_ms), max(d.last_failed_at_ms)
		FROM dead_letters d WHERE `+where+" GROUP BY d.error, d.error_class, d.job_type", args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var g Group
		var jobType string
		if err := rows.Scan(&g.Latest, &g.Class, &jobType, &g.Count, &g.FirstMS, &g.LastMS); err != nil {
			return err
		}
		g.Error = Fold(g.Latest)
		k := kinds[g.Error]
		if k == nil {
			k = &Group{Error: g.Error, FirstMS: g.FirstMS, ofOneType: map[string]bool{}}
			kinds[g.Error] = k
		}
		k.add(&g, jobType)
	}
	return rows.Err()
}

// add counts letters with the same error.
func (g *Group) add(more *Group, jobType string) {
	g.Count += more.Count
	g.FirstMS = min(g.FirstMS, more.FirstMS)
	if more.LastMS > g.LastMS || g.Latest == "" || more.LastMS == g.LastMS && more.Latest < g.Latest {
		g.LastMS, g.Latest, g.Class = more.LastMS, more.Latest, more.Class
	}
	if !g.ofOneType[jobType] {
		g.ofOneType[jobType] = true
		g.Types = append(g.Types, jobType)
	}
}
