package scenarios

// RowUse says which policy the job types take: one for all, or one for each.
type RowUse struct {
	All  *Node      // a name
	Each Map[*Node] // or names by job type
}

func (u *RowUse) decodeNode(d *decoder, n *Node) {
	if d.isNull(n) {
		return
	}
	switch n.kind {
	case scalarNode:
		u.All = n
	case mapNode:
		for _, kid := range n.kids {
			if _, ok := d.scalar(kid, "the name of a policy"); ok {
				u.Each = append(u.Each, Named[*Node]{Name: kid.key, Value: kid, Src: kid})
			}
		}
	default:
		d.fail(n, "a list where a policy belongs", "write one name, or {JOB TYPE: NAME}")
	}
}

// name is the policy that a job type takes, with the node that says so; nil
// where the row leaves the type out.
func (u *RowUse) name(jobType string) *Node {
	if u.All != nil {
		return u.All
	}
	if i := u.Each.Index(jobType); i >= 0 {
		return u.Each[i].Value
	}
	return nil
}

// RowSets are values of the scenario that differ in a row, by their paths.
type RowSets []*Node

func (s *RowSets) decodeNode(d *decoder, n *Node) {
	if d.isMap(n, "write {PATH: VALUE}, for example {queue.wait_in: worker}") {
		*s = n.kids
	}
}
