package session

import (
	"cmp"
	"slices"
	"strings"

	"godotvariant/cmd/internal/values"
	"godotvariant/cmd/webpage/session/input"
	"godotvariant/cmd/webpage/session/journal"
	"godotvariant/cmd/webpage/session/look"
	"godotvariant/cmd/webpage/session/message"
	"godotvariant/cmd/webpage/session/outline"
	"godotvariant/objects"
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
}

// newReader returns the reader for what a user enters.
func (f *file) newReader() input.Reader { return input.Reader{Doc: f.doc, Root: f.value} }

// editAll makes several edits one after another.
func (f *file) editAll(a journal.EditArgs) (done Edited, err error) {
	done = f.same(nil)
	for _, e := range a.Edits {
		e.Retype = true
		done, err = f.Edit(e)
		if err != nil {
			return done, err
		}
	}

	return done, nil
}

// Edit changes the file.
func (f *file) Edit(a journal.EditArgs) (Edited, error) {
	if a.Op == "edits" {
		return f.editAll(a)
	}

	do, ok := edits[a.Op]
	if !ok {
		return Edited{}, message.NewFault("noCall", message.Params{"name": a.Op})
	}

	if err := f.writable(); err != nil {
		return Edited{}, err
	}

	path, p, v, err := f.parsePath(a.Path)
	if err != nil {
		return Edited{}, err
	}

	return do(f, a, input.Target{Path: path, Place: p, Value: v})
}

// set changes a value. The type stays, unless a.Retype is set.
func (f *file) set(a journal.EditArgs, t input.Target) (Edited, error) {
	v, err := f.newReader().Input(a, t)
	if err != nil {
		return Edited{}, err
	}
	return f.replace(a, t.Path, t.Place, t.Value, v)
}

// replace puts a value in the place of another one.
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

	return f.commit(journal.Entry{
		Args:  a,
		Patch: tree.Patch{{Kind: kind, Path: path, Old: old, New: v}},
		Message: message.Say(key, message.Params{"path": path.String(), "value": look.Short(v),
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

// around returns the container of a value, with its place.
func (f *file) around(t input.Target) (input.Target, error) {
	last := len(t.Path) - 1
	if last < 0 {
		return input.Target{}, message.NewFault("isRoot", nil)
	}

	p, v, err := outline.Locate(f.value, t.Path[:last])
	return input.Target{Path: t.Path[:last], Place: p, Value: v}, err
}

// rename gives a key or property another name.
func (f *file) rename(a journal.EditArgs, t input.Target) (Edited, error) {
	outer, err := f.around(t)
	if err != nil {
		return Edited{}, err
	}

	old, at := t.Step()
	if old.Kind == variant.StepIndex {
		return Edited{}, message.NewFault("noName", nil)
	}

	step, err := f.keyStep(outer.Value, a.Key, old.Key)
	if err != nil {
		return Edited{}, err
	}

	to := append(slices.Clone(outer.Path), step)
	if step.String() == old.String() {
		return f.same(t.Place), nil
	}
	if err := f.absent(outer.Value, step); err != nil {
		return Edited{}, err
	}

	return f.commit(journal.Entry{
		Args: a,
		Patch: tree.Patch{
			{Kind: tree.Removed, Path: t.Path, Position: at, Old: t.Value},
			{Kind: tree.Added, Path: to, Position: at, New: t.Value},
		},
		Message: message.Say("edit.renamed", message.Params{"path": t.Path.String(),
			"to": to.String()}),
		Focus: t.Place, Back: t.Place, From: t.Path, To: to, New: t.Value,
	})
}

// same answers an edit that changes nothing.
func (f *file) same(p outline.Place) Edited {
	answer := f.edited(message.Say("same", nil), p)
	answer.Changed = false
	return answer
}

// keyStep returns the step of a key or property that a user has typed. The argument like is another
// key of the container: a typed word becomes a key of the same type.
func (f *file) keyStep(
	v variant.Variant, typed *string, like variant.Variant,
) (variant.Step, error) {
	key := ""
	if typed != nil {
		key = *typed
	}

	if _, ok := v.(objects.Object); ok {
		if key == "" {
			return variant.Step{}, message.NewFault("noKey2", nil).At("key")
		}
		return variant.Step{Kind: variant.StepProperty, Name: key}, nil
	}

	d, ok := v.(variant.Dictionary)
	if !ok {
		return variant.Step{}, message.NewFault("noName", nil)
	}

	k, err := f.key(key, like)
	if err == nil && d.Key != nil {
		k, err = f.newReader().Element(k, d.Key)
	}
	if err != nil {
		return variant.Step{}, message.AsFault(err).At("key")
	}

	step := variant.Step{Kind: variant.StepKey, Key: k}
	return step, nil
}

// key returns the key that a user has typed: a word, or GDScript.
func (f *file) key(typed string, like variant.Variant) (variant.Variant, error) {
	text := strings.TrimSpace(typed)
	_, name := like.(variant.StringName)

	if text == "" {
		return nil, message.NewFault("noKey2", nil)
	}

	if !name && like != nil && like.Type() == variant.TypeString || look.IsWord(text) {
		if quoted, err := f.newReader().Parse(text); err == nil {
			if s, ok := quoted.(variant.String); ok {
				return s, nil
			}
		}

		if name {
			return variant.StringName(typed), nil
		}
		return variant.String(typed), nil
	}

	return f.newReader().Parse(text)
}

// absent returns an error if a dictionary or object has a part already.
func (f *file) absent(v variant.Variant, step variant.Step) error {
	if at, _ := outline.FindPart(values.Of(v), step); at >= 0 {
		return message.NewFault("exists", message.Params{"key": look.Label(step)}).At("key")
	}
	return nil
}

// insert adds a part to a value.
func (f *file) insert(a journal.EditArgs, t input.Target) (Edited, error) {
	n := values.Of(t.Value).N
	at := n

	if a.At != nil && *a.At >= 0 && *a.At <= n {
		at = *a.At
	}

	step := variant.Step{Kind: variant.StepIndex, Index: at}
	var err error

	switch t.Value.(type) {
	case variant.Dictionary, objects.Object:
		step, err = f.keyStep(t.Value, a.Key, nil)
		if err == nil {
			err = f.absent(t.Value, step)
		}
	}

	if err != nil {
		return Edited{}, err
	}

	v, err := f.newReader().NewPart(a, t.Value)
	if err != nil {
		return Edited{}, err
	}

	return f.insertPart(a, t, step, at, v)
}

// insertPart commits the edit that adds a part.
func (f *file) insertPart(
	a journal.EditArgs, t input.Target, step variant.Step, at int, v variant.Variant,
) (Edited, error) {
	path := append(slices.Clone(t.Path), step)
	p := append(slices.Clone(t.Place), at)

	return f.commit(journal.Entry{
		Args:    a,
		Patch:   tree.Patch{{Kind: tree.Added, Path: path, Position: at, New: v}},
		Message: message.Say("edit.added", message.Params{"path": path.String()}),
		Focus:   p, Back: t.Place, New: v,
	})
}

// duplicate adds a copy of a value after it.
func (f *file) duplicate(a journal.EditArgs, t input.Target) (Edited, error) {
	outer, err := f.around(t)
	if err != nil {
		return Edited{}, err
	}

	step, at := t.Step()
	switch {
	case step.Kind == variant.StepIndex:
		step.Index = at + 1
	case step.Kind == variant.StepProperty:
		return Edited{}, message.NewFault("noCopy", nil)
	default:
		step, err = f.freeKey(outer.Value, step)
	}

	if err != nil {
		return Edited{}, err
	}

	return f.insertPart(a, outer, step, at+1, t.Value)
}

// freeKey returns the step of a new key that resembles a key, such as sword_2 for sword.
func (f *file) freeKey(v variant.Variant, step variant.Step) (variant.Step, error) {
	const most = 10_000

	for n := 2; n < most; n++ {
		switch key := step.Key.(type) {
		case variant.String:
			step.Key = variant.String(copyName(string(key), n))
		case variant.StringName:
			step.Key = variant.StringName(copyName(string(key), n))
		case variant.Int:
			step.Key = key + 1
		default:
			return step, message.NewFault("noCopy", nil)
		}

		if f.absent(v, step) == nil {
			return step, nil
		}
	}

	return step, message.NewFault("noCopy", nil)
}

// copyName returns a name with a number: sword_2.
func copyName(name string, n int) string {
	base, digits, _ := cutLast(name, "_")
	if digits != "" && strings.Trim(digits, "0123456789") == "" {
		name = base
	}
	return name + "_" + message.ParamText(n)
}

// cutLast cuts a text around the last separator.
func cutLast(s, separator string) (before, after string, found bool) {
	i := strings.LastIndex(s, separator)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(separator):], true
}

// move moves a value among its siblings.
func (f *file) move(a journal.EditArgs, t input.Target) (Edited, error) {
	outer, err := f.around(t)
	if err != nil {
		return Edited{}, err
	}

	step, at := t.Step()
	n := values.Of(outer.Value).N
	if a.To == nil || *a.To < 0 || *a.To >= n {
		return Edited{}, message.NewFault("noPlace", message.Params{"n": n})
	}

	if *a.To == at {
		return f.same(t.Place), nil
	}

	if step.Kind == variant.StepIndex {
		step.Index = *a.To
	}

	to := append(slices.Clone(outer.Path), step)
	p := append(slices.Clone(outer.Place), *a.To)

	return f.commit(journal.Entry{
		Args: a,
		Patch: tree.Patch{
			{Kind: tree.Removed, Path: t.Path, Position: at, Old: t.Value},
			{Kind: tree.Added, Path: to, Position: *a.To, New: t.Value},
		},
		Message: message.Say("edit.moved", message.Params{"path": t.Path.String(), "at": *a.To}),
		Focus:   p, Back: t.Place, From: t.Path, To: to, New: t.Value,
	})
}

// remove deletes a value. The next row then has the focus, or the one before, or the parent.
func (f *file) remove(a journal.EditArgs, t input.Target) (Edited, error) {
	outer, err := f.around(t)
	if err != nil {
		return Edited{}, err
	}

	_, at := t.Step()
	n := values.Of(outer.Value).N
	focus := outer.Place

	if n > 1 {
		focus = append(slices.Clone(outer.Place), min(at, n-2))
	}

	return f.commit(journal.Entry{
		Args:    a,
		Patch:   tree.Patch{{Kind: tree.Removed, Path: t.Path, Position: at, Old: t.Value}},
		Message: message.Say("edit.removed", message.Params{"path": t.Path.String()}),
		Focus:   focus, Back: t.Place, Old: t.Value,
	})
}

// column sets the same key in all dictionaries of an array.
func (f *file) column(a journal.EditArgs, t input.Target) (Edited, error) {
	var patch tree.Patch
	key, err := f.key(cmp.Or(deref(a.Key), " "), nil)
	if err != nil {
		return Edited{}, message.AsFault(err).At("key")
	}

	parts := values.Of(t.Value)
	for i := range parts.N {
		part := parts.At(i)
		d, ok := part.Value.(variant.Dictionary)
		old, has := d.Get(key)
		if !ok || !has {
			continue
		}

		step := variant.Step{Kind: variant.StepKey, Key: key}
		path := append(slices.Clone(t.Path), part.Step, step)
		v, err := f.newReader().Input(a, input.Target{Path: path, Value: old})
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

// cells sets several parts of a value.
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
			input.Target{Path: path, Value: part.Value})
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

// several commits an edit of several parts of a value.
func (f *file) several(a journal.EditArgs, t input.Target, patch tree.Patch) (Edited, error) {
	if len(patch) == 0 {
		return f.same(t.Place), nil
	}

	return f.commit(journal.Entry{
		Args: a, Patch: patch, Focus: t.Place, Back: t.Place,
		Message: message.Say("edit.several", message.Params{"path": t.Path.String(),
			"n": len(patch)}),
	})
}
