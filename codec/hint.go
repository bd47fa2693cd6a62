package codec

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"godotvariant/variant"
)

// A DialectError is inside the error of a packet that fails in the dialect of the codec and
// that is a Dictionary or an Array in the dialect of another engine. errors.As finds it.
// Options.Dialect is then probably wrong. There is no DialectError for an empty container, or one
// that begins with Nil, since these have too few bytes to tell dialects apart.
type DialectError struct {
	Detected *variant.Dialect // one of Dialects, never one of the pages
	Type     variant.Type     // of the value in that dialect
	Set      string           // the name of the codec's dialect
	Err      error            // the error in the codec's dialect
}

// Error returns the text of Err and what the bytes are.
func (e *DialectError) Error() string {
	return fmt.Sprintf("%v; these bytes are a %s %v, and Options.Dialect is %s", e.Err, e.Detected.Name, e.Type, e.Set)
}

// Unwrap returns the error in the codec's dialect.
func (e *DialectError) Unwrap() error { return e.Err }

// maxHint is how many bytes of a packet are read in another dialect after it has failed.
const maxHint = 4 << 10

// hint puts a DialectError into the error of the packet b, where there is reason to. whole: no
// bytes may follow the packet.
func (c *Codec) hint(b []byte, whole bool, err error) error {
	var e *variant.Error
	var hinted *DialectError
	if len(b) < 12 || !errors.As(err, &e) || errors.As(err, &hinted) {
		return err
	}
	count, first := binary.LittleEndian.Uint32(b[4:]), binary.LittleEndian.Uint32(b[8:])
	if count == 0 || int64(count) > int64(len(b)-8)/4 || first == 0 { // zeros can be read as Nil
		return err
	}
	own, id := c.dialect(), b[0]
	for _, known := range dialects {
		d := known.own
		t := typeAt(d, id)
		switch {
		case known.page || d.Name == own.Name || t != variant.TypeDictionary && t != variant.TypeArray:
		case c.plausible(b, whole, typeAt(own, id) == t):
			return err
		case kernel.Begins(probe(d).made, b, maxHint, whole):
			e.Err = &DialectError{Detected: known.name, Type: t, Set: own.Name, Err: e.Err}
			return err
		}
	}
	return err
}

// plausible reports whether b can be of the dialect of c. alike: so says the type of the value.
func (c *Codec) plausible(b []byte, whole, alike bool) bool {
	own := c.set()
	if known := DialectByName(own.dialect().Name); known != nil {
		own = probe(ownDialect(known)) // what an option refuses is of the dialect
	} else if alike {
		return true
	}
	if !kernel.Begins(own.made, b, maxHint, whole) {
		return false
	}
	if alike || len(b) > maxHint {
		return true
	}
	v, _, err := kernel.Decode(own.made, b, whole)
	if err != nil {
		return false
	}
	_, odd := doubtOf(v)
	return !odd
}

// typeAt returns the type with an ID, TypeUnsupported if there is none.
func typeAt(d *variant.Dialect, id byte) variant.Type {
	if int(id) >= len(d.Types) {
		return variant.TypeUnsupported
	}
	return d.Types[id]
}

var probes sync.Map // *Codec by the name of its dialect

// probe returns a codec that reads what an engine writes, whatever the options of others.
func probe(d *variant.Dialect) *Codec {
	c, ok := probes.Load(d.Name)
	if !ok {
		c, _ = probes.LoadOrStore(d.Name, MustNew(Options{Dialect: d, FullObjects: true, Limits: Limits{MaxFrame: 1<<31 - 1}}))
	}
	return c.(*Codec)
}
