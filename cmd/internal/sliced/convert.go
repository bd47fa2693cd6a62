package sliced

import (
	"slices"

	"godotvariant/codec"
	"godotvariant/codec/convert"
	"godotvariant/variant"
)

// Convert appends the packet of the value that convert.Value returns to dst. It reports the same
// notes, but the notes of a long container come before the notes of its parts. The function watch
// gets the number of bytes of the new packet.
//
// After an error the notes have no meaning: convert.Value may return other notes, or even succeed.
func Convert(
	dst []byte, c *codec.Codec, v variant.Variant, report func(convert.Note), watch Watch,
) ([]byte, error) {
	x := converter{report: report}
	e := encoder{b: dst, start: len(dst), codecs: []*codec.Codec{c}, watch: watch, change: x.value}
	return e.packet(v)
}

// A converter converts a long value in runs, see the package comment.
type converter struct {
	report func(convert.Note)
	keys   []keySet // keys of the open containers, after the conversion
}

// value converts v, which is a copy of a container with only some of the parts. The place p says
// which parts.
func (x *converter) value(c *codec.Codec, v variant.Variant, p place) (variant.Variant, error) {
	out, err := convert.Value(v, c, func(n convert.Note) { x.note(n, p) })
	if err != nil {
		return nil, err
	}

	depth := len(p.around)
	if p.extent == all {
		x.keys = append(x.keys[:depth], keySet{})
		return out, nil
	}

	d, _ := out.(variant.Dictionary)
	for _, pair := range d.Pairs {
		x.keys[depth].add(pair.Key)
	}
	if x.keys[depth].equal {
		return nil, errWhole
	}

	return out, nil
}

// note reports a note with its path from the root. It ignores a note about a value that is also
// converted in another step, because that step reports the note.
func (x *converter) note(n convert.Note, p place) {
	switch {
	case p.extent == all:
	case len(n.Path) == 0, p.extent == keyOfPart && n.Path[0].Kind != variant.StepPairKey:
		return
	}

	n.Path = slices.Concat(p.around, n.Path)
	if p.extent != all {
		moved(&n.Path[len(p.around)], p.from)
	}
	x.report(n)
}

// moved changes a step that leads to a part of a run. Afterwards it leads to the same part of the
// whole container. The argument offset is the number of parts before the run.
func moved(s *variant.Step, offset int) {
	if s.Kind == variant.StepIndex || s.Kind == variant.StepPairKey {
		s.Index += offset
	}
}
