package codec_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/configfile"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/message"
	"godotvariant/codec/savefile"
	vartext "godotvariant/codec/text"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A property is what holds for each value that a packet can be decoded to. The campaign checks it for
// one value in so many.
type property struct {
	name  string
	oneIn int
	check func(sample) error
}

// sample is what a property is checked with: a value, its packet and codec, and the value before.
type sample struct {
	codec         *codec.Codec
	packet        []byte
	value, before variant.Variant
}

// properties are those of all packages that take values, text or packets.
var properties = []property{
	{"text, lossless", 8, func(p sample) error {
		return readsBack(p.value, func() (variant.Variant, error) {
			text, err := vartext.Format(p.value, vartext.Options{Lossless: true})
			if err != nil {
				return nil, refusal{err}
			}
			return vartext.Parse(text, vartext.ParseOptions{Objects: true})
		})
	}},
	{"text of engines", 8, func(p sample) error {
		for _, o := range []vartext.Options{{}, {Str: true}, {Version: vartext.Version3}} {
			if text, err := vartext.Format(p.value, o); err == nil {
				_, _ = vartext.Parse(text, vartext.ParseOptions{})
			}
		}
		return nil
	}},
	{"JSON", 8, func(p sample) error {
		text, err := jsonvar.Marshal(p.value)
		if err != nil || p.codec.Dialect().Keys != variant.KeysByContent || holdsObject(p.value) {
			return nil // JSON has each key once, and each null object is null
		}

		v, err := jsonvar.Unmarshal(text, jsonvar.Options{Objects: true})
		if err != nil {
			return err
		}

		again, err := jsonvar.Marshal(v)
		if err != nil || !bytes.Equal(text, again) {
			return fmt.Errorf("%s is read as %s, %v", text, again, err)
		}
		return nil
	}},
	{"ConfigFile", 16, func(p sample) error {
		f := configfile.New(configfile.Options{Parse: vartext.ParseOptions{Objects: true}})
		if f.Set("section", "key", p.value) != nil {
			return nil
		}

		again, err := configfile.Parse(f.String(),
			configfile.Options{Parse: vartext.ParseOptions{Objects: true}})
		if err != nil {
			return err
		}

		if text := again.String(); text != f.String() || len(again.Sections()) != 1 ||
			len(again.Keys("section")) != 1 {
			return fmt.Errorf("%q is read as %q", f.String(), text)
		}
		return nil
	}},
	{"Diff and Apply", 8, func(p sample) error {
		patch, err := tree.Diff(p.before, p.value, tree.DiffOptions{})
		if err != nil {
			return nil
		}
		return readsBack(p.value, func() (variant.Variant, error) { return patch.Apply(p.before) })
	}},
	{"Clone and Compare", 8, func(p sample) error {
		if tree.Compare(p.value, p.before) != -tree.Compare(p.before, p.value) {
			return errors.New("Compare is not symmetric")
		}
		return readsBack(p.value, func() (variant.Variant, error) { return tree.Clone(p.value) })
	}},
	{"Convert", 8, convertsOnce},
	{"Marshal", 8, func(p sample) error {
		want, wantErr := p.codec.Encode(p.value)
		got, err := p.codec.Marshal(p.value)
		if (err == nil) != (wantErr == nil) || !bytes.Equal(want, got) {
			return fmt.Errorf("Marshal: %x, %v; Encode: %x, %v", got, err, want, wantErr)
		}
		return nil
	}},
	{"a used struct", 8, func(p sample) error {
		var want, got struct{ V map[string]any }
		packet, err := p.codec.Encode(variant.NewDictionary(variant.KV("V", p.value)))
		if err != nil {
			return nil
		}

		got.V = map[string]any{"old": 1}
		want.V = map[string]any{"old": 1}
		v, err := p.codec.Decode(packet)
		if err != nil {
			return nil
		}

		wantErr, gotErr := p.codec.FromVariant(v, &want), p.codec.Unmarshal(packet, &got)
		if (wantErr == nil) != (gotErr == nil) || wantErr == nil && len(want.V) != len(got.V) {
			return fmt.Errorf("FromVariant: %v, %v; Unmarshal: %v, %v", want, wantErr, got, gotErr)
		}
		return nil
	}},
	{"messages", 16, func(p sample) error {
		mux := message.New[int](message.Options{Codec: p.codec})
		message.Handle(mux, "m", func(int, *struct{ V any }) error { return nil })
		_ = mux.Dispatch(0, p.packet)
		return nil
	}},
	{"tools", 64, func(p sample) error {
		_ = codec.Dump(io.Discard, p.packet, codec.DumpOptions{Codec: p.codec})
		codec.Detect(p.packet)
		for range p.codec.Audit(p.value) {
			break
		}
		_, _ = jsonvar.MarshalRelaxed(p.value)
		return nil
	}},
	{"save files", 256, func(p sample) error {
		for _, o := range []savefile.Options{{Format: savefile.Compressed},
			{Format: savefile.Encrypted4, Password: "a"}} {
			file, err := savefile.Pack(p.packet, o)
			if err != nil {
				return err
			}

			got, _, err := savefile.Unpack(file, o)
			if err != nil || !bytes.Equal(p.packet, got) {
				return fmt.Errorf("save file: %x, %v", got, err)
			}
		}
		return nil
	}},
}

// A refusal is an error of a function that may refuse a value.
type refusal struct{ error }

// readsBack requires that read returns the value, or refuses it.
func readsBack(want variant.Variant, read func() (variant.Variant, error)) error {
	got, err := read()
	if refused := (refusal{}); errors.As(err, &refused) {
		return nil
	}
	if err != nil || !variant.Equal(want, got) {
		return fmt.Errorf("%v, %v; want %v", got, err, want)
	}
	return nil
}

// targets are codecs that values are converted for.
var targets = []*codec.Codec{
	codec.MustNew(codec.Options{Dialect: codec.Godot3}),
	codec.MustNew(codec.Options{FullObjects: true, Mode: codec.Strict}),
	codec.MustNew(codec.Options{Dialect: codec.Pandemonium5}),
}

// convertsOnce: what Convert returns can be encoded, and converting it again changes nothing.
func convertsOnce(p sample) error {
	for _, c := range targets {
		v, err := c.Convert(p.value, nil)
		if err != nil {
			continue
		}

		if _, err := c.Encode(v); err != nil && !errors.Is(err, variant.ErrUTF8) &&
			!errors.Is(err, variant.ErrNUL) && !errors.Is(err, variant.ErrDuplicateKey) {
			return fmt.Errorf("%s can't encode %v: %w", c.Dialect().Name, v, err)
		}

		again, err := c.Convert(v, nil)
		if err != nil || !variant.Equal(v, again) {
			return fmt.Errorf("converted again: %v, %v; once: %v", again, err, v)
		}
	}
	return nil
}

// checkProperties checks some properties of a value.
func (x *executor) checkProperties(c *codec.Codec, v variant.Variant) {
	if x.before == nil {
		x.before = variant.Nil{}
	}

	p := sample{codec: c, packet: x.packet, value: v, before: x.before}
	for _, property := range properties {
		if x.rng.IntN(property.oneIn) > 0 {
			continue
		}
		if err := property.check(p); err != nil {
			x.fail("%s: %v", property.name, err)
		}
	}

	x.before = v
}

// TestProperties checks every property with every recorded value.
func TestProperties(t *testing.T) {
	before := variant.Variant(variant.Nil{})
	n := 0
	for _, s := range seeds(t, 11) {
		c := settingsOf(s.settings).in(codec.Default)
		v, err := c.Decode(s.packet)
		if err != nil {
			continue
		}

		p := sample{codec: c, packet: s.packet, value: v, before: before}
		for _, property := range properties {
			require.NoError(t, property.check(p), "%s: %x", property.name, s.packet)
		}

		before = v
		n++
	}

	require.Greater(t, n, 100)
}
