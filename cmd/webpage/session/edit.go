package session

import (
	"errors"
	"slices"

	"godotvariant/cmd/internal/edit"
	"godotvariant/cmd/internal/look"
	"godotvariant/cmd/internal/message"
	"godotvariant/cmd/internal/outline"
	"godotvariant/cmd/internal/values"
	"godotvariant/cmd/webpage/session/input"
	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/cmd/webpage/session/problem"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// edits are the kinds of edits, by name.
var edits = map[string]func(*file, journal.EditArgs, input.Target) (Edited, error){
	"set":       (*file).set,
	"type":      (*file).changeType,
	"rename":    (*file).rename,
	"insert":    (*file).insert,
	"duplicate": (*file).duplicate,
	"move":      (*file).move,
	"remove":    (*file).remove,
	"column":    (*file).column,
	"cells":     (*file).cells,
	"fill":      (*file).fill,
}

// newReader returns the reader for text that a user enters.
func (f *file) newReader() input.Reader { return input.Reader{Doc: f.doc} }

// editAll makes several edits one after another.
func (f *file) editAll(a journal.EditArgs) (done Edited, err error) {
	done = f.same(nil)
	defer f.repeat()()
	for _, e := range a.Edits {
		done, err = f.Edit(e)
		if err != nil {
			return done, err
		}
	}

	return done, nil
}

// Edit makes the edit that a.Op names.
func (f *file) Edit(a journal.EditArgs) (Edited, error) {
	if a.Op == "edits" {
		return f.editAll(a)
	}

	do, ok := edits[a.Op]
	if !ok {
		return Edited{}, message.NewFault("noSuch", message.Params{"name": a.Op})
	}

	if err := f.writable(); err != nil {
		return Edited{}, err
	}

	t, err := f.targetAt(a.Path)
	if err != nil {
		return Edited{}, err
	}

	return do(f, a, t)
}

// targetAt returns the value at a path as the target of an edit.
func (f *file) targetAt(path string) (t input.Target, err error) {
	t.Path, t.Place, t.Value, err = f.parsePath(path)
	if len(t.Place) > 0 {
		t.Around = f.valueAt(t.Place[:len(t.Place)-1])
	}
	return t, err
}

// set changes a value. The type stays, unless a.Retype is set.
func (f *file) set(a journal.EditArgs, t input.Target) (Edited, error) {
	v, err := f.newReader().Input(a, t)
	if err != nil {
		return Edited{}, err
	}
	return f.replace(a, t.Path, t.Place, t.Value, v)
}

// replace replaces a value with another value.
func (f *file) replace(
	a journal.EditArgs, path variant.Path, p outline.Place, old, v variant.Variant,
) (Edited, error) {
	if variant.Equal(old, v) && values.TypeOf(old) == values.TypeOf(v) {
		answer := f.edited(message.Say("same", nil), p)
		answer.Changed = false
		return answer, nil
	}

	kind := tree.Changed
	key := "edit.set"

	if values.TypeOf(old) != values.TypeOf(v) {
		kind = tree.Retyped
		key = "edit.retyped"
	}

	patch := tree.Patch{{Kind: kind, Path: path, Old: old, New: v}}
	return f.commit(patch, journal.Entry{
		Args: a,
		Message: message.Say(key, message.Params{"path": f.trail(path), "value": look.Short(v),
			"old": values.TypeOf(old)}),
		Focus: p, Back: p, Old: old, New: v,
	})
}

// changeType converts a value to another type.
func (f *file) changeType(a journal.EditArgs, t input.Target) (Edited, error) {
	v, err := f.newReader().Converted(t.Value, a.Type)
	if err != nil {
		return Edited{}, err
	}
	return f.replace(a, t.Path, t.Place, t.Value, v)
}

// plan returns the patch of an operation. Its errors have codes that the page knows.
func (f *file) plan(op edit.Operation) (tree.Patch, error) {
	plan, err := op.Plan(edit.NewReader(f.doc.Codec()), f.value)
	return plan.Patch, planFault(err)
}

// planFault returns the error of an operation as a fault.
func planFault(err error) error {
	var taken *edit.TakenError
	var wrong *edit.Mismatch

	switch {
	case err == nil:
		return nil
	case errors.Is(err, edit.ErrRoot):
		return message.NewFault("isRoot", nil)
	case errors.Is(err, edit.ErrNoName):
		return message.NewFault("noName", nil)
	case errors.Is(err, edit.ErrNoKey):
		return message.NewFault("keyMissing", nil).At("key")
	case errors.Is(err, edit.ErrNoCopy):
		return message.NewFault("noNextKey", nil)

	case errors.As(err, &taken):
		step := variant.Step{Kind: variant.StepKey, Key: taken.Key}
		if taken.Key == nil {
			step = variant.Step{Kind: variant.StepProperty, Name: taken.Name}
		}
		return message.NewFault("exists", message.Params{"key": look.Label(step)}).At("key")

	case errors.As(err, &wrong):
		return message.NewFault("elementType", message.Params{"element": wrong.Want,
			"value": look.Short(wrong.Value)})
	}

	return problem.Of(err)
}

// beside returns the place of the sibling at an index.
func beside(t input.Target, at int) outline.Place {
	p := slices.Clone(t.Place)
	p[len(p)-1] = at
	return p
}

// rename gives a key or property another name.
func (f *file) rename(a journal.EditArgs, t input.Target) (Edited, error) {
	patch, err := f.plan(&edit.Rename{Path: t.Path, Name: deref(a.Key)})
	if err != nil || len(patch) == 0 {
		return f.same(t.Place), err
	}

	to := patch[len(patch)-1].Path
	return f.commit(patch, journal.Entry{
		Args: a,
		Message: message.Say("edit.renamed", message.Params{"path": look.Trail(t.Path),
			"to": look.Trail(to)}),
		Focus: t.Place, Back: t.Place, From: t.Path, To: to, New: t.Value,
	})
}

// same returns the answer for an edit that has changed nothing.
func (f *file) same(p outline.Place) Edited {
	answer := f.edited(message.Say("same", nil), p)
	answer.Changed = false
	return answer
}

// insert adds a part to a container.
func (f *file) insert(a journal.EditArgs, t input.Target) (Edited, error) {
	n := values.Of(t.Value).N
	at := n

	if a.At != nil && *a.At >= 0 && *a.At <= n {
		at = *a.At
	}

	v, err := f.newReader().NewPart(a, t.Value)
	if err != nil {
		return Edited{}, err
	}

	patch, err := f.plan(&edit.Insert{Path: t.Path, Key: deref(a.Key), At: at, Value: v})
	if err != nil {
		return Edited{}, err
	}

	return f.added(a, patch, append(slices.Clone(t.Place), at), t.Place)
}

// added commits the edit that adds a part. The argument focus is the place of the row to select
// after the edit, and back is the place of the row to select after undoing the edit.
func (f *file) added(
	a journal.EditArgs, patch tree.Patch, focus, back outline.Place,
) (Edited, error) {
	c := patch[0]

	return f.commit(patch, journal.Entry{
		Args:    a,
		Message: message.Say("edit.added", message.Params{"path": look.Trail(c.Path)}),
		Focus:   focus, Back: back, New: c.New,
	})
}

// duplicate adds a copy of a value after the value.
func (f *file) duplicate(a journal.EditArgs, t input.Target) (Edited, error) {
	patch, err := f.plan(&edit.Duplicate{Path: t.Path})
	if err != nil {
		return Edited{}, err
	}

	_, at := t.Step()
	return f.added(a, patch, beside(t, at+1), t.Place[:len(t.Place)-1])
}

// move moves a value among its siblings.
func (f *file) move(a journal.EditArgs, t input.Target) (Edited, error) {
	to := -1
	if a.To != nil {
		to = *a.To
	}

	patch, err := f.plan(&edit.Move{Path: t.Path, To: to})
	if errors.Is(err, edit.ErrNoPlace) {
		return Edited{}, message.NewFault("noPlace", message.Params{"n": values.Of(t.Around).N})
	}
	if err != nil || len(patch) == 0 {
		return f.same(t.Place), err
	}

	end := patch[len(patch)-1].Path
	return f.commit(patch, journal.Entry{
		Args:    a,
		Message: message.Say("edit.moved", message.Params{"path": look.Trail(t.Path), "at": to}),
		Focus:   beside(t, to), Back: t.Place, From: t.Path, To: end, New: t.Value,
	})
}

// remove deletes a value. The focus then moves to the next row, or to the row before, or to the
// parent.
func (f *file) remove(a journal.EditArgs, t input.Target) (Edited, error) {
	patch, err := f.plan(&edit.Delete{Paths: []edit.Pattern{{t.Path}}})
	if err != nil {
		return Edited{}, err
	}

	_, at := t.Step()
	focus := t.Place[:len(t.Place)-1]
	if n := values.Of(t.Around).N; n > 1 {
		focus = beside(t, min(at, n-2))
	}

	return f.commit(patch, journal.Entry{
		Args:    a,
		Message: message.Say("edit.removed", message.Params{"path": look.Trail(t.Path)}),
		Focus:   focus, Back: t.Place, Old: t.Value,
	})
}

// column sets the same key in all dictionaries of an array.
func (f *file) column(a journal.EditArgs, t input.Target) (Edited, error) {
	var patch tree.Patch
	column, err := edit.NewReader(f.doc.Codec()).Key(variant.Dictionary{}, deref(a.Key), nil)
	if err != nil {
		return Edited{}, problem.Of(planFault(err)).At("key")
	}

	parts := values.Of(t.Value)
	for i := range parts.N {
		if i%editSlice == editSlice-1 {
			f.planned(i, parts.N)
		}
		part := parts.At(i)
		d, ok := part.Value.(variant.Dictionary)
		old, has := d.Get(column.Key)
		if !ok || !has {
			continue
		}

		path := append(slices.Clone(t.Path), part.Step, column)
		v, err := f.newReader().Input(a, input.Target{Path: path, Value: old, Around: d})
		if err != nil {
			return Edited{}, err
		}

		if !variant.Equal(old, v) {
			patch = append(patch, tree.Change{Kind: tree.Changed, Path: path, Old: old, New: v})
		}
	}

	return f.several(a, t, patch)
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// cells sets the parts of a container that a.Cells names.
func (f *file) cells(a journal.EditArgs, t input.Target) (Edited, error) {
	var patch tree.Patch
	parts := values.Of(t.Value)

	slices.SortFunc(a.Cells, func(a, b journal.Cell) int { return a.At - b.At })
	for _, cell := range a.Cells {
		if cell.At < 0 || cell.At >= parts.N {
			return Edited{}, message.NewFault("noPlace", message.Params{"n": parts.N})
		}

		part := parts.At(cell.At)
		path := append(slices.Clone(t.Path), part.Step)
		v, err := f.newReader().Input(journal.EditArgs{Text: &cell.Text},
			input.Target{Path: path, Value: part.Value, Around: t.Value})
		if err != nil {
			return Edited{}, err
		}

		if !variant.Equal(part.Value, v) {
			patch = append(patch, tree.Change{Kind: tree.Changed, Path: path, Old: part.Value,
				New: v})
		}
	}

	return f.several(a, t, patch)
}

// fill sets several values inside a value. It sets all of them or none. If a value can't be set,
// the Fault names the path of this value in its field Field.
func (f *file) fill(a journal.EditArgs, t input.Target) (Edited, error) {
	var patch tree.Patch

	for i, e := range a.Edits {
		if i%editSlice == editSlice-1 {
			f.planned(i, len(a.Edits))
		}
		part, err := f.targetAt(e.Path)
		if err != nil {
			return Edited{}, err
		}

		v, err := f.newReader().Input(e, part)
		if err != nil {
			return Edited{}, problem.Of(err).At(e.Path)
		}

		if !variant.Equal(part.Value, v) {
			patch = append(patch, tree.Change{Kind: tree.Changed, Path: part.Path,
				Old: part.Value, New: v})
		}
	}

	return f.several(a, t, patch)
}

// several makes an edit with the changes of the patch, which change parts of the value t. If the
// patch has no changes, the answer says that the value stays the same.
func (f *file) several(a journal.EditArgs, t input.Target, patch tree.Patch) (Edited, error) {
	if len(patch) == 0 {
		return f.same(t.Place), nil
	}

	return f.commit(patch, journal.Entry{
		Args: a, Focus: t.Place, Back: t.Place,
		Message: message.Say("edit.several", message.Params{"path": f.trail(t.Path),
			"n": len(patch)}),
	})
}
