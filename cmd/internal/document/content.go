package document

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"godotvariant/cmd/internal/lookahead"
	"godotvariant/cmd/internal/probe"
	"godotvariant/codec/inspect"
)

// A content is the result of reading the plain bytes of a file: the format and the values.
type content struct {
	format Format
	body   Body   // nil for a save, whose records are read later
	front  []byte // the bytes in front of the body
	layers []Opened
	in     *lookahead.Reader // reader of the bytes inside the layers
	class  probe.Class       // class of the form that the file has
}

// content finds the form of a file, and reads its content. It tries the forms that the first bytes
// of the file allow, in the order of package probe. The records of a save are read later.
func (o Options) content(in *lookahead.Reader) (content, error) {
	if o.At != nil {
		return o.contentAt(in, *o.At)
	}
	return o.inLayers(in, 0)
}

// contentAt is like content, for a file whose content begins at an offset. The offset counts the
// bytes inside the layers.
func (o Options) contentAt(in *lookahead.Reader, at int64) (c content, err error) {
	layers, err := o.openLayers(in)
	if err != nil {
		return c, err
	}

	front := in.Append(nil, at)
	if int64(len(front)) < at {
		return c, fmt.Errorf("%w: it has only %d bytes", probe.ErrUnknown, len(front))
	}

	c, err = o.inLayers(in, maxLayers)
	c.layers = layers
	c.format.Layers = names(layers)
	c.format.At += at
	c.front = front

	if c.body == nil {
		in.PutBack(front)
	}

	return c, err
}

// inLayers is like content, for the bytes inside a layer. The argument depth is the number of
// layers around these bytes. If the bytes can't be read in any form, inLayers returns the first
// KindError. If there was no KindError, it returns the error of the last form.
func (o Options) inLayers(in *lookahead.Reader, depth int) (content, error) {
	if i := slices.IndexFunc(o.Kinds, func(k Kind) bool { return k.Certain }); i >= 0 {
		return o.asKind(in, o.Kinds[i])
	}

	var first, last error
	for _, form := range probe.Forms(in.Peek(probe.Look)) {
		if first != nil && form.Class != probe.Kind {
			continue // the file begins like a file of a kind, so it is no save and no damaged save
		}

		c, err := o.as(form, in, depth)
		c.class = form.Class
		c.format.Instead = first
		if err == nil || !errors.As(err, &notThis{}) {
			return c, err
		}

		last = err
		var wrong *KindError
		if first == nil && errors.As(err, &wrong) {
			first = wrong
		}
	}

	return content{}, cmp.Or(first, last, probe.ErrUnknown)
}

// as reads the content of a file that should have the given form. If the file does not have this
// form, the error is a notThis.
func (o Options) as(form probe.Form, in *lookahead.Reader, depth int) (content, error) {
	switch form.Class {
	case probe.Layer:
		return o.asLayer(in, form, depth)

	case probe.Kind:
		if k, ok := o.kind(form.Name); ok {
			return o.asKind(in, k)
		}

	case probe.Records:
		found, err := o.Whole(in)
		return o.asSave(in, found, err)

	case probe.Header:
		return o.behindHeader(in)

	case probe.Broken:
		found, err := o.Damaged(in)
		return o.asSave(in, found, err)
	}

	return content{}, notThis{probe.ErrUnknown}
}

// mostLoose is the greatest number of bytes that are opened as a layer of a loose form, see
// probe.Form.Loose.
const mostLoose = 4 << 20

// asLayer opens the layer of the given form and returns the content inside it. The argument depth
// is the number of layers around this layer.
func (o Options) asLayer(in *lookahead.Reader, form probe.Form, depth int) (content, error) {
	if depth == maxLayers {
		return content{}, notThis{probe.ErrUnknown}
	}

	if form.Loose && len(in.Peek(mostLoose+1)) > mostLoose {
		return content{}, notThis{probe.ErrUnknown}
	}

	layer, err := o.openLayer(in, form.Name)
	if err != nil {
		return content{}, err
	}

	c, err := o.inLayers(lookahead.Bytes(layer.inner), depth+1)
	if form.Loose && (isUnknown(err) || c.class == probe.Header || c.class == probe.Broken) {
		return c, notThis{probe.ErrUnknown}
	}

	c.layers = slices.Insert(c.layers, 0, *layer)
	c.format.Layers = names(c.layers)
	return c, err
}

// isUnknown reports whether an error says that the bytes have no known form, or that a kind can't
// read them.
func isUnknown(err error) bool {
	var wrong *KindError
	return errors.Is(err, probe.ErrUnknown) || errors.As(err, &wrong)
}

// asSave returns the content of a save. The detections of the save give the format. If there are
// none, asSave returns the error in the argument err or, if err is nil, a notThis.
func (o Options) asSave(in *lookahead.Reader, save probe.Save, err error) (c content, _ error) {
	if err != nil || len(save.Detections) == 0 {
		if err == nil {
			err = notThis{probe.ErrUnknown}
		}
		return c, err
	}

	c.in = in
	c.format, err = o.format(save.Detections)
	c.format.At = save.At
	c.format.Beginning = save.Beginning
	return c, err
}

// kind returns the kind with this name. The result ok is false if the options do not have the kind.
func (o Options) kind(name string) (k Kind, ok bool) {
	i := slices.IndexFunc(o.Kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return k, false
	}
	return o.Kinds[i], true
}

// asKind returns the content of a file of the kind k. If k can't read the file, the error is a
// notThis, and the next reads of the Reader return the same bytes again.
func (o Options) asKind(in *lookahead.Reader, k Kind) (content, error) {
	data, err := o.rest(in)
	if err != nil {
		return content{}, err
	}

	c, err := o.readKind(data, k)
	if err != nil && !k.Certain {
		in.PutBack(data)
		err = notThis{&KindError{k.Name, err}}
	}

	return c, err
}

// readKind returns the content of a file of the kind k. The argument data has the bytes of the
// file.
func (o Options) readKind(data []byte, k Kind) (c content, err error) {
	body, dialect, err := k.Read(data, o)
	if err != nil {
		return c, err
	}

	d := inspect.Detection{Dialect: dialect}
	if o.Precision != nil {
		d.Precision = *o.Precision
	}

	c.body = body
	c.in = lookahead.Bytes(data)
	c.format, err = o.format([]inspect.Detection{d})
	c.format.Kind = k.Name
	c.format.body = body

	return c, err
}

// behindHeader returns the content of a file that has other data before the content. It looks for
// the first bytes of a kind before it looks for a save, because the values in a project.binary look
// like the records of a save.
func (o Options) behindHeader(in *lookahead.Reader) (content, error) {
	head := in.Peek(probe.Look)
	c, err := o.kindBehindHeader(in, probe.MagicsBehindHeader(head))
	if err == nil || !errors.As(err, &notThis{}) {
		return c, err
	}

	found := o.BehindHeader(in)
	if len(found.Detections) > 0 {
		return o.asSave(in, found, nil)
	}

	return o.kindBehindHeader(in, probe.TextsBehindHeader(head))
}

// kindBehindHeader returns the content of a file that is not a save and has other data before the
// content. The content may begin at any of the given offsets.
func (o Options) kindBehindHeader(in *lookahead.Reader, starts []int) (content, error) {
	if len(starts) == 0 {
		return content{}, notThis{probe.ErrUnknown}
	}

	data, err := o.rest(in)
	if err != nil {
		return content{}, err
	}

	for _, at := range starts {
		for _, form := range probe.Forms(data[at:min(len(data), at+probe.Look)]) {
			k, ok := o.kind(form.Name)
			if !ok || form.Name == probe.PlainText {
				continue
			}

			c, err := o.readKind(data[at:], k)
			if err == nil {
				c.format.At = int64(at)
				c.front = data[:at]
				return c, nil
			}
		}
	}

	in.PutBack(data)
	return content{}, notThis{probe.ErrUnknown}
}
