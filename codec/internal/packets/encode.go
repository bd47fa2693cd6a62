package packets

import (
	"errors"
	"maps"

	"godotvariant/internal/forms"
	"godotvariant/internal/wire"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// Append appends the packet of v to dst. After an error it returns dst unchanged.
func Append(f *forms.Format, dst []byte, v variant.Variant) ([]byte, error) {
	return Write(f, dst, func(w *wire.Writer) { (*variant.Writer)(w).Value(v) })
}

// Write calls the function put, which writes packets, and appends these packets to dst. After an
// error it returns dst unchanged.
func Write(f *forms.Format, dst []byte, put func(*wire.Writer)) ([]byte, error) {
	w := wire.NewWriter(f, dst)
	w.Run(put)
	err := (*variant.Writer)(w).Err()
	if err == nil && needsReview(w) {
		err = review(w, put)
	}
	return w.Finish(dst, err)
}

// Size returns the length of the packet of v. It fails if Append fails. It writes the packet to
// pooled memory. This is needed because only the bytes show whether strict mode rejects the value,
// and whether keys become equal when they are rounded.
func Size(f *forms.Format, v variant.Variant) (int, error) {
	put := func(w *wire.Writer) { (*variant.Writer)(w).Value(v) }
	w := wire.NewWriter(f, nil)
	w.Run(put)
	err := (*variant.Writer)(w).Err()
	if err == nil && needsReview(w) {
		err = review(w, put)
	}

	n := w.Discard()
	if err != nil {
		return 0, err
	}
	return n, nil
}

// needsReview reports whether review may find an error in the bytes that the Writer has written.
func needsReview(w *wire.Writer) bool { return w.Rounded() || w.Format().Mode == forms.Strict }

// review reads the bytes that a Writer has written. In strict mode it rejects the same values as a
// strict decoder: text with NUL, and equal keys. In the other modes it rejects keys that became
// equal because they were rounded. Keys that were equal before rounding are accepted. So in these
// modes only packets with keys of a type that can be rounded need the review, see needsReview. The
// argument put is the function that has written the bytes.
func review(w *wire.Writer, put func(*wire.Writer)) error {
	f, packet := w.Format(), w.Packet()
	if f.Mode == forms.Strict {
		_, err := Valid(f, packet, Alone)
		return asEncoding(f, packet, err)
	}

	repeats := repeatsIn(f, packet)
	if len(repeats) == 0 {
		return nil
	}

	// RunAgain calls put a second time, to find which of the repeated keys were equal before they
	// were rounded.
	keys := map[int]variant.Variant{}
	w.RunAgain(put, func(at int, v any) {
		key, _ := v.(variant.Variant)
		keys[at] = key
		if first, ok := keys[repeats[at]]; ok && sameKey(f.Spec.Keys, first, key) {
			delete(repeats, at)
		}
	}, func(at, end int) {
		maps.DeleteFunc(repeats, func(repeat, _ int) bool { return at <= repeat && repeat < end })
	})

	first := 0
	for at := range repeats {
		if first == 0 || at < first {
			first = at
		}
	}

	if first == 0 || w.Failed() {
		return (*variant.Writer)(w).Err()
	}

	packet = w.Packet()
	r := wire.NewReader(f, packet, &wire.Reading{RefuseKey: first})
	defer r.Release()
	value(r)

	return asEncoding(f, packet, errOf(r))
}

// repeatsIn finds the keys that equal an earlier key, and whose numbers may have been rounded. It
// returns a map from the offset of each such key to the offset of the earlier key.
func repeatsIn(f *forms.Format, packet []byte) map[int]int {
	repeats := map[int]int{}
	r := wire.NewReader(f, packet, &wire.Reading{Validate: true, Repeats: repeats})
	defer r.Release()
	value(r)
	return repeats
}

// asEncoding converts an error of decoding the packet to the error that encoding returns.
func asEncoding(f *forms.Format, packet []byte, err error) error {
	if err == nil {
		return nil
	}

	var e *variant.Error
	if !errors.As(err, &e) {
		return err
	}

	out := *e
	out.Op = variant.OpEncode
	out.Offset = headAt(f, packet, e.Offset)

	return &out
}

// headAt returns the offset of the header of a value: the innermost value that contains the byte at
// the given offset.
func headAt(f *forms.Format, packet []byte, at int) (head int) {
	var s Scanner
	s.Reset(f, packet)
	for s.Next() && s.Start() <= at {
		if s.Kind() != TokenClose && s.Kind() != TokenName {
			head = s.Start()
		}
		if s.End() <= at && s.Depth() > 0 {
			head = s.Head(s.Depth() - 1)
		}
	}

	if s.Err() != nil && s.Form() != nil && s.Start() <= at {
		return s.Start()
	}

	return head
}

var keyed = [...]*forms.Format{
	dialect.KeysByContent:   forms.NewKeyed(dialect.KeysByContent),
	dialect.KeysByReference: forms.NewKeyed(dialect.KeysByReference),
}

// AppendKey appends bytes to dst that stand for a key. If two keys are equal by the rule, their
// bytes are the same. AppendKey returns false for a key that never equals another key, such as NaN.
func AppendKey(dst []byte, rule dialect.KeyRule, key variant.Variant) ([]byte, bool) {
	if name, ok := key.(variant.StringName); ok && rule == dialect.KeysByContent {
		key = variant.String(name)
	}
	b, err := Write(keyed[rule], dst, func(w *wire.Writer) { (*variant.Writer)(w).Value(key) })
	return b, err == nil
}

func sameKey(rule dialect.KeyRule, a, b variant.Variant) bool {
	if rule == dialect.KeysByContent {
		return variant.KeyEqual(a, b)
	}
	x, okX := AppendKey(nil, rule, a)
	y, okY := AppendKey(nil, rule, b)
	return okX && okY && string(x) == string(y)
}

// Replace writes the packet b, which has the given format, in place of the value that is being
// written. Replace is for types that store a value as bytes. It fails with [ErrUnsupported] if b
// has different meanings in the two formats. If the value is part of another value, or if the
// formats have different options, b is validated again.
func Replace(w *wire.Writer, b []byte, format *forms.Format) error {
	f := w.Format()
	switch {
	case w.Failed():
		return w.Err()

	case f.Comparing: // write the value of b, and not its bytes
		v, _, err := Decode(format, b, Alone)
		if err != nil {
			return w.Fail(err)
		}

		w.Drop()
		w.Leave()
		(*variant.Writer)(w).Value(v)
		w.Enter()

		return w.Err()

	case !f.SameMeaning(format):
		return w.Fail(variant.Because(variant.ErrUnsupported,
			"a packet of "+format.Describe()+" for "+f.Describe()+
				"; its decoded value can be encoded"))
	}

	if format != f || w.Depth() > 1 {
		r := wire.NewReader(f, b, &wire.Reading{Validate: true, Depth: w.Depth() - 1})
		value(r)
		r.End()
		err := r.Err()
		r.Release()

		if err != nil {
			return w.Fail(err)
		}
	}

	w.Raw(b)
	return w.Err()
}

// ReadWith makes a Reader of the packet b in the format f, and passes it to the function read. The
// packet b has a value that r has read, written again in the format f. The argument offset is the
// offset of the value in the packet of r. An error of the new Reader becomes an error of r at this
// offset.
func ReadWith(r *wire.Reader, f *forms.Format, b []byte, offset int, read func(*wire.Reader)) {
	if r.Format().Finite {
		f = f.FiniteOnly()
	}

	in := wire.NewReader(f, b, nil)
	defer in.Release()
	in.Reserve(forms.MinPacket)
	read(in)

	if in.Failed() {
		r.AdoptFault(in, offset)
	}
}
