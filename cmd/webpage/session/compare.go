package session

import (
	"cmp"
	"errors"
	"slices"

	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/view"
	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// CompareArgs describe a file to compare with the open file.
type CompareArgs struct {
	Name string `json:"name"`
	Secret
	Engine string `json:"engine"`
	Budget int64  `json:"budget"`
	data
}

// Compared describes the second file.
type Compared struct {
	Name   string `json:"name"`
	Locked bool   `json:"locked"`
	Total  int    `json:"total"` // number of differences
}

// Compare opens a file and compares it with the open file.
func (s *Session) Compare(a CompareArgs) (Compared, error) {
	if s.file == nil {
		return Compared{}, message.NewFault("noFile", nil)
	}

	src := source{name: a.Name, data: a.Data, engine: a.Engine,
		budget: cmp.Or(a.Budget, defaultBudget)}

	if a.Secret.Secret == "" {
		src.save = s.file.source.save // both files often have the same password
	} else if err := a.fill(&src.save); err != nil {
		return Compared{}, err
	}

	other, err := s.load(src)
	asked := a.Secret.Secret != ""
	var wrong *message.Fault

	if locked(err) || !asked && errors.As(err, &wrong) && wrong.Code == "wrongSecret" {
		return Compared{Name: a.Name, Locked: true}, nil
	}
	if err != nil {
		return Compared{}, err
	}

	before := s.beside
	s.beside = other
	s.file.differ = nil
	defer func() {
		if s.file.differ == nil { // after an error, or if the work was stopped
			s.beside = before
		}
	}()

	d, err := s.file.differences()
	if err != nil {
		return Compared{}, err
	}

	return Compared{Name: a.Name, Total: len(d.patch)}, nil
}

func (f *file) differences() (*differences, error) {
	if f.session.beside == nil {
		return nil, message.NewFault("noFile", nil)
	}
	if f.differ != nil {
		return f.differ, nil
	}

	total := int64(len(f.doc.Plain) + len(f.session.beside.doc.Plain))
	c := view.NewComparison(f.doc.Codec(), tree.DiffOptions{AnyKeyOrder: true})
	c.Watch = func(done int) { f.session.report("compare", min(int64(done), total), total) }
	patch, err := c.Diff(f.value, f.session.beside.value)
	if err != nil {
		return nil, err
	}

	f.differ = &differences{patch, ownPaths(patch)}
	return f.differ, nil
}

// ownPaths returns, for each change, the path of the part in the open file. If only the other file
// has the part, it returns the path in the other file. The result differs from the paths of the
// patch, because the indices in a patch take the earlier changes into account.
func ownPaths(p tree.Patch) []variant.Path {
	gone := map[string]int{} // number of items removed so far, by the path of the array
	paths := make([]variant.Path, len(p))

	for i, c := range p {
		paths[i] = slices.Clone(c.Path)
		last := len(c.Path) - 1
		for depth, step := range c.Path {
			if step.Kind != variant.StepIndex {
				continue
			}

			around := c.Path[:depth].String()
			if c.Kind != tree.Added {
				paths[i][depth].Index += gone[around]
			}

			switch {
			case depth == last && c.Kind == tree.Removed:
				gone[around]++
			case depth == last && c.Kind == tree.Added:
				gone[around]--
			}
		}
	}

	return paths
}

// Differences returns changes that turn the open file into the other file.
func (f *file) Differences(a ChangesArgs) (Changes, error) {
	d, err := f.differences()
	if err != nil {
		return Changes{}, err
	}

	out := Changes{Total: len(d.patch), Changes: []Change{}}
	own := pageOf(d.paths, a)
	for i, c := range pageOf(d.patch, a) {
		change := Change{Path: c.Path.String(), Trail: f.trail(own[i]), Kind: c.Kind.String(),
			Old: look.Short(c.Old), New: look.Short(c.New)}
		if last := len(own[i]) - 1; last >= 0 {
			change.Around = look.Trail(own[i][:last])
			change.Label = look.Label(own[i][last])
			change.Here = own[i].String()
			if c.Kind == tree.Added {
				change.Here = own[i][:last].String()
			}
		}
		if c.New != nil && look.Size(c.New) <= look.Longest {
			change.Text = f.doc.Text(c.New)
		}
		out.Changes = append(out.Changes, change)
	}

	return out, nil
}

// TakeArgs select differences by their paths.
type TakeArgs struct {
	Paths []string `json:"paths"`
}

// Take sets values to the values of the other file, in one edit. It returns an error if a
// difference depends on another difference that is not in the list.
func (f *file) Take(a TakeArgs) (Edited, error) {
	d, err := f.differences()
	if err != nil {
		return Edited{}, err
	}

	wanted := map[string]bool{}
	for _, path := range a.Paths {
		wanted[path] = true
	}

	var patch tree.Patch
	for _, c := range d.patch {
		if wanted[c.Path.String()] {
			patch = append(patch, c)
		}
	}

	if len(patch) == 0 {
		return f.same(nil), nil
	}
	if err := outline.PlaceRemoved(patch, f.value); err != nil {
		return Edited{}, err
	}

	return f.commit(patch, journal.Entry{
		Args: journal.EditArgs{Op: "edits", Path: "$", Edits: f.editsOf(patch)},
		Message: message.Say("edit.taken", message.Params{"n": len(patch),
			"file": f.session.beside.source.name}),
	})
}

// editsOf returns the edits that make the changes of a patch.
func (f *file) editsOf(p tree.Patch) (list []journal.EditArgs) {
	for _, c := range p {
		e := journal.EditArgs{Op: "set", Path: c.Path.String(), Retype: true}

		switch c.Kind {
		case tree.Removed:
			e.Op = "remove"
		case tree.Added:
			last := len(c.Path) - 1
			e.Op = "insert"
			e.Path = c.Path[:last].String()
			f.placeAt(&e, c.Path[last])
		}

		if c.New != nil {
			text := f.doc.Text(c.New)
			e.Text = &text
		}
		list = append(list, e)
	}

	return list
}
