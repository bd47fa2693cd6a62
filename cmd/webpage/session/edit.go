package session

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// EditArgs are one edit. Op says which of the fields are used.
type EditArgs struct {
	Op     string     `json:"op"`
	Path   string     `json:"path"`
	Text   *string    `json:"text,omitempty"`  // GDScript
	Plain  *string    `json:"plain,omitempty"` // text without quotes, a number, true or false
	Parts  []string   `json:"parts,omitempty"` // of a vector and the like
	Hex    string     `json:"hex,omitempty"`   // of a color
	Type   string     `json:"type,omitempty"`
	Key    *string    `json:"key,omitempty"`
	At     *int       `json:"at,omitempty"`
	To     *int       `json:"to,omitempty"`
	Cells  []Cell     `json:"cells,omitempty"`
	Edits  []EditArgs `json:"edits,omitempty"`
	Retype bool       `json:"retype,omitempty"` // the type may change
}

// A Cell is one element of several that are set.
type Cell struct {
	At   int    `json:"at"`
	Text string `json:"text"`
}

// A target is the value that an edit is about.
type target struct {
	path  tree.Path
	place place
	value variant.Variant
}

// edits are the kinds of edits, by name.
var edits = map[string]func(*file, EditArgs, target) (Edited, error){
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

// editAll makes several edits one after another.
func (f *file) editAll(a EditArgs) (done Edited, err error) {
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
func (f *file) Edit(a EditArgs) (Edited, error) {
	if a.Op == "edits" {
		return f.editAll(a)
	}

	do, ok := edits[a.Op]
	if !ok {
		return Edited{}, fault("noCall", Params{"name": a.Op})
	}

	if err := f.writable(); err != nil {
		return Edited{}, err
	}

	path, p, v, err := f.parsePath(a.Path)
	if err != nil {
		return Edited{}, err
	}

	return do(f, a, target{path, p, v})
}

// set changes a value. The type stays, unless a.Retype is set.
func (f *file) set(a EditArgs, t target) (Edited, error) {
	v, err := f.input(a, t)
	if err != nil {
		return Edited{}, err
	}
	return f.replace(a, t.path, t.place, t.value, v)
}

// replace puts a value in the place of another one.
func (f *file) replace(
	a EditArgs, path tree.Path, p place, old, v variant.Variant,
) (Edited, error) {
	if variant.Equal(old, v) && typeOf(old) == typeOf(v) {
		answer := f.edited(say("same", nil), p)
		answer.Changed = false
		return answer, nil
	}

	kind := tree.Changed
	key := "edit.set"

	if typeOf(old) != typeOf(v) {
		kind = tree.Retyped
		key = "edit.retyped"
	}

	return f.commit(entry{
		args:    a,
		patch:   tree.Patch{{Kind: kind, Path: path, Old: old, New: v}},
		message: say(key, Params{"path": path.String(), "value": short(v), "old": typeOf(old)}),
		focus:   p, back: p, old: old, new: v,
	})
}

// changeType converts a value to another type.
func (f *file) changeType(a EditArgs, t target) (Edited, error) {
	v, err := f.converted(t.value, a.Type)
	if err != nil {
		return Edited{}, err
	}
	return f.replace(a, t.path, t.place, t.value, v)
}

// around returns the value that has a value as a part, with its place.
func (f *file) around(t target) (target, error) {
	last := len(t.path) - 1
	if last < 0 {
		return target{}, fault("isRoot", nil)
	}

	p, v, err := locate(f.value, t.path[:last])
	return target{t.path[:last], p, v}, err
}

// step returns the last step of a target, and its position.
func (t target) step() (variant.Step, int) {
	return t.path[len(t.path)-1], t.place[len(t.place)-1]
}

// rename gives a key or property another name.
func (f *file) rename(a EditArgs, t target) (Edited, error) {
	outer, err := f.around(t)
	if err != nil {
		return Edited{}, err
	}

	old, at := t.step()
	if old.Kind == variant.StepIndex {
		return Edited{}, fault("noName", nil)
	}

	step, err := f.keyStep(outer.value, a.Key, old.Key)
	if err != nil {
		return Edited{}, err
	}

	to := append(slices.Clone(outer.path), step)
	if step.String() == old.String() {
		return f.same(t.place), nil
	}
	if err := f.absent(outer.value, step); err != nil {
		return Edited{}, err
	}

	return f.commit(entry{
		args: a,
		patch: tree.Patch{
			{Kind: tree.Removed, Path: t.path, Position: at, Old: t.value},
			{Kind: tree.Added, Path: to, Position: at, New: t.value},
		},
		message: say("edit.renamed", Params{"path": t.path.String(), "to": to.String()}),
		focus:   t.place, back: t.place, from: t.path, to: to, new: t.value,
	})
}

// same answers an edit that changes nothing.
func (f *file) same(p place) Edited {
	answer := f.edited(say("same", nil), p)
	answer.Changed = false
	return answer
}

// keyStep returns the step of a key or property that a user has typed. A word is a key of the type
// of another one.
func (f *file) keyStep(
	v variant.Variant, typed *string, like variant.Variant,
) (variant.Step, error) {
	key := ""
	if typed != nil {
		key = *typed
	}

	if _, ok := v.(objects.Object); ok {
		if key == "" {
			return variant.Step{}, fault("noKey2", nil).at("key")
		}
		return variant.Step{Kind: variant.StepProperty, Name: key}, nil
	}

	d, ok := v.(variant.Dictionary)
	if !ok {
		return variant.Step{}, fault("noName", nil)
	}

	k, err := f.key(key, like)
	if err == nil && d.Key != nil {
		k, err = f.element(k, d.Key)
	}
	if err != nil {
		return variant.Step{}, asFault(err).at("key")
	}

	step := variant.Step{Kind: variant.StepKey, Key: k}
	return step, nil
}

// key returns the key that a user has typed: a word, or GDScript.
func (f *file) key(typed string, like variant.Variant) (variant.Variant, error) {
	text := strings.TrimSpace(typed)
	_, name := like.(variant.StringName)

	if text == "" {
		return nil, fault("noKey2", nil)
	}

	if !name && like != nil && like.Type() == variant.TypeString || isWord(text) {
		if quoted, err := f.parse(text); err == nil {
			if s, ok := quoted.(variant.String); ok {
				return s, nil
			}
		}

		if name {
			return variant.StringName(typed), nil
		}
		return variant.String(typed), nil
	}

	return f.parse(text)
}

// absent returns an error if a dictionary or object has a part already.
func (f *file) absent(v variant.Variant, step variant.Step) error {
	if at, _ := findPart(partsOf(v), step); at >= 0 {
		return fault("exists", Params{"key": labelOf(step)}).at("key")
	}
	return nil
}

// insert adds a part to a value.
func (f *file) insert(a EditArgs, t target) (Edited, error) {
	n := partsOf(t.value).n
	at := n

	if a.At != nil && *a.At >= 0 && *a.At <= n {
		at = *a.At
	}

	step := variant.Step{Kind: variant.StepIndex, Index: at}
	var err error

	switch t.value.(type) {
	case variant.Dictionary, objects.Object:
		step, err = f.keyStep(t.value, a.Key, nil)
		if err == nil {
			err = f.absent(t.value, step)
		}
	}

	if err != nil {
		return Edited{}, err
	}

	v, err := f.newPart(a, t.value)
	if err != nil {
		return Edited{}, err
	}

	return f.insertPart(a, t, step, at, v)
}

// insertPart commits the edit that adds a part.
func (f *file) insertPart(
	a EditArgs, t target, step variant.Step, at int, v variant.Variant,
) (Edited, error) {
	path := append(slices.Clone(t.path), step)
	p := append(slices.Clone(t.place), at)

	return f.commit(entry{
		args:    a,
		patch:   tree.Patch{{Kind: tree.Added, Path: path, Position: at, New: v}},
		message: say("edit.added", Params{"path": path.String()}),
		focus:   p, back: t.place, new: v,
	})
}

// duplicate adds a copy of a value after it.
func (f *file) duplicate(a EditArgs, t target) (Edited, error) {
	outer, err := f.around(t)
	if err != nil {
		return Edited{}, err
	}

	step, at := t.step()
	switch {
	case step.Kind == variant.StepIndex:
		step.Index = at + 1
	case step.Kind == variant.StepProperty:
		return Edited{}, fault("noCopy", nil)
	default:
		step, err = f.freeKey(outer.value, step)
	}

	if err != nil {
		return Edited{}, err
	}

	return f.insertPart(a, outer, step, at+1, t.value)
}

// freeKey returns a key like another one that a dictionary does not have.
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
			return step, fault("noCopy", nil)
		}

		if f.absent(v, step) == nil {
			return step, nil
		}
	}

	return step, fault("noCopy", nil)
}

// copyName returns a name with a number: sword_2.
func copyName(name string, n int) string {
	base, digits, _ := cutLast(name, "_")
	if digits != "" && strings.Trim(digits, "0123456789") == "" {
		name = base
	}
	return name + "_" + textOfParam(n)
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
func (f *file) move(a EditArgs, t target) (Edited, error) {
	outer, err := f.around(t)
	if err != nil {
		return Edited{}, err
	}

	step, at := t.step()
	n := partsOf(outer.value).n
	if a.To == nil || *a.To < 0 || *a.To >= n {
		return Edited{}, fault("noPlace", Params{"n": n})
	}

	if *a.To == at {
		return f.same(t.place), nil
	}

	if step.Kind == variant.StepIndex {
		step.Index = *a.To
	}

	to := append(slices.Clone(outer.path), step)
	p := append(slices.Clone(outer.place), *a.To)

	return f.commit(entry{
		args: a,
		patch: tree.Patch{
			{Kind: tree.Removed, Path: t.path, Position: at, Old: t.value},
			{Kind: tree.Added, Path: to, Position: *a.To, New: t.value},
		},
		message: say("edit.moved", Params{"path": t.path.String(), "at": *a.To}),
		focus:   p, back: t.place, from: t.path, to: to, new: t.value,
	})
}

// remove deletes a value. The next row then has the focus, or the one before, or the parent.
func (f *file) remove(a EditArgs, t target) (Edited, error) {
	outer, err := f.around(t)
	if err != nil {
		return Edited{}, err
	}

	_, at := t.step()
	n := partsOf(outer.value).n
	focus := outer.place

	if n > 1 {
		focus = append(slices.Clone(outer.place), min(at, n-2))
	}

	return f.commit(entry{
		args:    a,
		patch:   tree.Patch{{Kind: tree.Removed, Path: t.path, Position: at, Old: t.value}},
		message: say("edit.removed", Params{"path": t.path.String()}),
		focus:   focus, back: t.place, old: t.value,
	})
}

// column sets the same key in all dictionaries of an array.
func (f *file) column(a EditArgs, t target) (Edited, error) {
	var patch tree.Patch
	key, err := f.key(cmp.Or(deref(a.Key), " "), nil)
	if err != nil {
		return Edited{}, asFault(err).at("key")
	}

	parts := partsOf(t.value)
	for i := range parts.n {
		part := parts.at(i)
		d, ok := part.value.(variant.Dictionary)
		old, has := d.Get(key)
		if !ok || !has {
			continue
		}

		step := variant.Step{Kind: variant.StepKey, Key: key}
		path := append(slices.Clone(t.path), part.step, step)
		v, err := f.input(a, target{path: path, value: old})
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
func (f *file) cells(a EditArgs, t target) (Edited, error) {
	var patch tree.Patch
	parts := partsOf(t.value)

	slices.SortFunc(a.Cells, func(a, b Cell) int { return a.At - b.At })
	for _, cell := range a.Cells {
		if cell.At < 0 || cell.At >= parts.n {
			return Edited{}, fault("noPlace", Params{"n": parts.n})
		}

		part := parts.at(cell.At)
		path := append(slices.Clone(t.path), part.step)
		v, err := f.input(EditArgs{Text: &cell.Text}, target{path: path, value: part.value})
		if err != nil {
			return Edited{}, err
		}

		if !variant.Equal(part.value, v) {
			patch = append(patch, tree.Change{Kind: tree.Changed, Path: path, Old: part.value,
				New: v})
		}
	}

	return f.several(a, t, patch)
}

// several commits an edit of several parts of a value.
func (f *file) several(a EditArgs, t target, patch tree.Patch) (Edited, error) {
	if len(patch) == 0 {
		return f.same(t.place), nil
	}

	return f.commit(entry{
		args: a, patch: patch, focus: t.place, back: t.place,
		message: say("edit.several", Params{"path": t.path.String(), "n": len(patch)}),
	})
}

// editFault returns the error of a change with the code that the page knows.
func editFault(err error) error {
	code := codeOf(err)
	if code == "general" {
		return err
	}

	detail := err.Error()
	var e *variant.Error
	if errors.As(err, &e) {
		detail = e.Err.Error()
	}

	return &Fault{Code: code, Params: Params{"detail": detail}, Err: err}
}
