package codec_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/configfile"
	"godotvariant/codec/convert"
	"godotvariant/codec/inspect"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/message"
	"godotvariant/codec/savefile"
	vartext "godotvariant/codec/text"
	"godotvariant/internal/test/printed"
	"godotvariant/internal/test/random"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/vectors"
	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
	"godotvariant/variant/tree"
)

// A property is a rule that holds for each value that a packet can be decoded to. If the field
// oneIn is 8, an executor checks the property for one random value in 8. If oneIn is less than the
// constant slow, an executor with the field all checks the property for every value.
type property struct {
	name  string
	oneIn int
	check func(t require.TestingT, p sample)
}

const slow = 64

// A sample has the data for a check: a value, its packet and codec, and the value of the previous
// check.
type sample struct {
	settings      settings
	codec         *codec.Codec
	packet        []byte
	value, before variant.Variant
	built         bool // the value was generated and not decoded
	rng           *rand.Rand
}

// properties are the rules for all packages whose functions have values, text or packets as
// arguments.
var properties = []property{
	{"text, lossless", 8, func(t require.TestingT, p sample) {
		if s, err := vartext.Lossless.Format(p.value, nil); err == nil {
			got, err := vartext.Parse(s, allDigits)
			requireValue(t, p.value, got, err)
		}
	}},
	{"text of engines", 8, func(_ require.TestingT, p sample) {
		for _, form := range []vartext.Form{vartext.VarToStr, vartext.Str} {
			if s, err := form.Format(p.value, p.codec); err == nil {
				_, _ = vartext.Parse(s, p.codec)
			}
		}
	}},
	{"JSON", 8, func(t require.TestingT, p sample) {
		text, err := jsonvar.Format(p.value, allDigits)
		if err != nil || p.codec.Dialect().Spec().Keys != dialect.KeysByContent ||
			testkit.HoldsObject(p.value) {
			return // Parse merges keys by Godot 4's rule, and reads a null object as Nil
		}

		v, err := jsonvar.Parse(text, allDigits)
		require.NoError(t, err)
		again, err := jsonvar.Format(v, allDigits)
		require.NoError(t, err)
		require.Equal(t, string(text), string(again))
	}},
	{"ConfigFile", 16, func(t require.TestingT, p sample) {
		f := configfile.New(allDigits)
		if f.Set("section", "key", p.value) != nil {
			return
		}

		again, err := configfile.Parse(f.String(), allDigits)
		require.NoError(t, err)
		require.Equal(t, f.String(), again.String())
		require.Len(t, again.Sections(), 1)
		require.Len(t, again.Keys("section"), 1)
	}},
	{"Diff and Apply", 8, func(t require.TestingT, p sample) {
		if _, err := tree.Diff(p.before, p.value, tree.DiffOptions{}); err == nil {
			testkit.CheckDiff(t, p.before, p.value)
			testkit.CheckDiff(t, p.value, random.Changed(p.rng, p.value))
		}
	}},
	{"Clone and Compare", 8, func(t require.TestingT, p sample) {
		order := tree.Compare(p.value, p.before)
		require.Equal(t, order, -tree.Compare(p.before, p.value))
		require.Equal(t, order == 0, variant.Equal(p.value, p.before))
		require.Equal(t, tree.EqualApprox(p.value, p.before, tree.Tolerance{}),
			tree.EqualApprox(p.before, p.value, tree.Tolerance{}))
		got, err := tree.Clone(p.value)
		requireValue(t, p.value, got, err)
		require.IsType(t, p.value, got)
	}},
	{"Convert", 8, convertsOnce},
	{"Marshal", 8, func(t require.TestingT, p sample) {
		want, wantErr := p.codec.Encode(p.value)
		got, err := p.codec.Marshal(p.value)
		require.Equal(t, wantErr == nil, err == nil, "%v, %v", err, wantErr)
		require.True(t, bytes.Equal(want, got), "Marshal: %x; Encode: %x", got, want)
	}},
	{"Unmarshal", 8, func(t require.TestingT, p sample) {
		for _, dst := range destinations() {
			checkUnmarshal(t, p.codec, p.packet, dst)
		}
	}},
	{"a used struct", 8, func(t require.TestingT, p sample) {
		packet, err := p.codec.Encode(variant.NewDictionary(variant.KV("v", p.value)))
		if err != nil {
			return
		}

		v, err := p.codec.Decode(packet)
		require.NoError(t, err)

		type used struct{ V map[string]any }
		want, got := used{map[string]any{"old": 1}}, used{map[string]any{"old": 1}}
		wantErr, gotErr := p.codec.FromVariant(v, &want), p.codec.Unmarshal(packet, &got)
		require.Equal(t, wantErr == nil, gotErr == nil, "%v, %v", gotErr, wantErr)
		require.True(t, wantErr != nil || len(want.V) == len(got.V), "%v, %v", got, want)
	}},
	{"messages", 16, func(_ require.TestingT, p sample) {
		mux := message.New[int](message.Options{Codec: p.codec})
		message.Handle(mux, "m", func(int, *struct{ V any }) error { return nil })
		_ = mux.Dispatch(0, p.packet)
	}},
	{"buffers", 8, checkBuffers},
	{"Raw", 8, checkRaw},
	{"beginnings", 32, func(t require.TestingT, p sample) {
		checkBeginnings(t, p.codec, p.packet)
	}},
	{"Exact and Audit", 16, checkExact},
	{"Finite", 32, checkFinite},
	{"Dump", 16, func(t require.TestingT, p sample) {
		lines, shown, err := printed.Dump(t, p.packet, inspect.Options{Codec: p.codec})
		require.NoError(t, err)
		require.Equal(t, p.packet, shown)
		require.Contains(t, lines[0], " $")
		require.NotContains(t, strings.Join(lines, ""), "not read")
	}},
	{"tools", slow, func(_ require.TestingT, p sample) {
		inspect.Detect(p.packet)
		_, _ = jsonvar.Relaxed.Format(p.value, nil)
	}},
	{"save files", 4 * slow, func(t require.TestingT, p sample) {
		for _, o := range []savefile.Options{{Container: savefile.Compressed},
			{Container: savefile.Encrypted4, Password: "a"}} {
			file, err := savefile.Encode(p.packet, o)
			require.NoError(t, err)
			got, _, err := savefile.Decode(file, o)
			require.NoError(t, err)
			require.True(t, bytes.Equal(p.packet, got))
		}
	}},
}

// badPackets checks the rules for packets that are refused: a dump shows each byte and contains the
// decoder's error once, without a hint at another dialect. Unmarshal returns the same error as
// Decode.
var badPackets = property{"a bad packet", 16, func(t require.TestingT, p sample) {
	_, decodeErr := p.codec.Decode(p.packet)
	lines, shown, err := printed.Dump(t, p.packet, inspect.Options{Codec: p.codec})

	var want, got *variant.Error
	require.ErrorAs(t, decodeErr, &want)
	require.ErrorAs(t, err, &got)
	require.Equal(t, want.Offset, got.Offset)
	require.Equal(t, want.Path.String(), got.Path.String())
	require.EqualError(t, unhinted(got.Err), unhinted(want.Err).Error())
	require.True(t, bytes.Equal(p.packet, shown), "%x", shown)
	require.Equal(t, 1, strings.Count(strings.Join(lines, ""), "  !! "))

	for _, dst := range destinations() {
		checkUnmarshal(t, p.codec, p.packet, dst)
	}
}}

func requireValue(t require.TestingT, want, got variant.Variant, err error) {
	require.NoError(t, err)
	require.True(t, variant.Equal(want, got), "%v; want %v", got, want)
}

// targets are codecs. convertsOnce converts each value for each of them, so that the codec can
// encode the result.
var targets = []*codec.Codec{
	codec.MustNew(codec.Options{Dialect: codec.Godot3, Exact: true}),
	codec.MustNew(codec.Options{FullObjects: true, Mode: codec.Strict}),
	codec.MustNew(codec.Options{Precision: codec.Double, Exact: true}),
	codec.MustNew(codec.Options{Dialect: codec.Pandemonium5, Exact: true}),
	codec.MustNew(codec.Options{Dialect: codec.DocsGodot4, FullObjects: true, Exact: true}),
	codec.MustNew(codec.Options{Dialect: codec.DocsGodot32, Exact: true}),
}

// convertsOnce: the result of convert.Value can be encoded, and a second conversion does not change
// it. If convert.Value reports no change, the text of the value is the same as before.
func convertsOnce(t require.TestingT, p sample) {
	for _, c := range targets {
		notes := 0
		v, err := convert.Value(p.value, c, func(convert.Note) { notes++ })
		if err != nil {
			require.False(t, p.built, "%v", err)
			continue
		}

		packet, err := c.Encode(v)
		if err != nil && !p.built && (errors.Is(err, variant.ErrUTF8) ||
			errors.Is(err, variant.ErrNUL) || errors.Is(err, variant.ErrDuplicateKey)) {
			continue
		}

		if !errors.Is(err, variant.ErrNUL) {
			require.NoError(t, err)
		}

		if p.built && err == nil {
			got, err := c.Decode(packet)
			requireValue(t, v, got, err)
			require.True(t, notes > 0 || variant.Text(v) == variant.Text(p.value))
		}

		notes = 0
		again, err := convert.Value(v, c, func(convert.Note) { notes++ })
		requireValue(t, v, again, err)
		require.Zero(t, notes)
	}
}

// checkBuffers: Size returns the length of the packet. The bytes before and after a packet in a
// buffer do not change the result, and a decoded value does not keep the buffer in memory.
func checkBuffers(t require.TestingT, p sample) {
	want, err := p.codec.Encode(p.value)
	n, sizeErr := p.codec.Size(p.value)
	require.Equal(t, len(want), n)
	require.Equal(t, err, sizeErr)

	if err != nil {
		return // Encode fails if rounding makes keys equal
	}

	for _, room := range []int{0, len(want) / 8 * 4, len(want), 4096} {
		dst := append(make([]byte, 0, len("before")+room), "before"...)
		got, err := p.codec.Append(dst, p.value)
		require.NoError(t, err)
		require.Equal(t, "before"+string(want), string(got), "room for %d", room)
	}

	input := append(bytes.Clone(want), "behind"...)
	v, n, err := p.codec.DecodeFirst(input)
	require.NoError(t, err)
	require.Equal(t, len(want), n)

	for i := range input {
		input[i] ^= 0x5A
	}
	got, err := p.codec.Encode(v)
	require.NoError(t, err)
	require.True(t, bytes.Equal(want, got), "%x, before its memory was overwritten %x", got, want)
}

// checkRaw: a Raw has the same packet as its value, with and without a container around it, and is
// equal to the value.
func checkRaw(t require.TestingT, p sample) {
	raw, err := p.codec.Raw(p.packet)
	require.NoError(t, err)
	value, err := raw.Value()
	requireValue(t, value, raw, err)
	require.Equal(t, value.Type(), raw.Type())
	require.Equal(t, len(p.packet), raw.Len())
	require.Equal(t, p.packet, raw.AppendPacket(nil))

	again, err := p.codec.Encode(raw)
	require.NoError(t, err)
	require.Equal(t, p.packet, again)
	list, err := p.codec.Encode(variant.NewArray(variant.Int(1), raw, raw))
	if errors.Is(err, variant.ErrDepth) {
		return
	}
	require.NoError(t, err)
	require.True(t, bytes.HasSuffix(list, append(bytes.Clone(p.packet), p.packet...)))
}

// checkBeginnings cuts a short packet off at each length, and requires an error.
func checkBeginnings(t require.TestingT, c *codec.Codec, packet []byte) {
	_, size, err := c.DecodeFirst(packet)
	if err != nil || size > 1<<10 {
		return
	}
	for n := range size {
		err := c.Valid(packet[:n])
		require.ErrorIs(t, err, variant.ErrTruncated, "%d bytes of % x", n, packet[:size])
		requireDecodeError(t, err, n)
	}
}

// checkExact: if an encoder with the option Exact gives an error, Audit finds a number at the path
// of the error. If it gives no error, Audit finds no number.
func checkExact(t require.TestingT, p sample) {
	o := p.codec.Options()
	o.Exact = true
	for _, o.Dialect = range []*variant.Dialect{o.Dialect, codec.Godot4, codec.DocsGodot32} {
		if o.Dialect.Spec().Real == dialect.RealSingle {
			o.Precision = variant.Single
		}

		c := codec.MustNew(o)
		own := o.Dialect == p.settings.Dialect && o.Precision == p.settings.Precision
		_, err := c.Encode(p.value)
		switch {
		case err == nil:
			require.Empty(t, printed.Audit(p.value, c), "%v", p.value)
		case own && p.built:
			require.NoError(t, err, "a generated value is exact")
		case errors.Is(err, variant.ErrInexact):
			var e *variant.Error
			require.ErrorAs(t, err, &e)
			path := withKeys(t, p.value, e.Path).String()
			require.Contains(t, "\n"+strings.Join(printed.Audit(p.value, c), "\n"), "\n"+path)
		}
	}
}

// withKeys returns the path with all keys: a step that has only the position of a pair gets the key
// of the pair.
func withKeys(t require.TestingT, v variant.Variant, path variant.Path) variant.Path {
	path = slices.Clone(path)
	for i, step := range path {
		if step.Kind == variant.StepPair {
			step.Kind = variant.StepPairKey
			key, err := tree.Lookup(v, append(path[:i:i], step))
			require.NoError(t, err)
			path[i] = variant.Step{Kind: variant.StepKey, Key: key}
		}
	}
	return path
}

// checkFinite: the option Finite refuses a value only if the value has a number that is not finite.
func checkFinite(t require.TestingT, p sample) {
	o := p.codec.Options()
	o.Finite = true
	finite := codec.MustNew(o)

	v, err := finite.Decode(p.packet)
	require.Equal(t, err, finite.Valid(p.packet))
	if err != nil {
		require.ErrorIs(t, err, variant.ErrNotFinite)
		infinite := func(word uint32) bool { return word&^(1<<31) >= 0x7F800000 }
		require.True(t, anyWord(p.packet, infinite), "% x", p.packet)
		return
	}
	requireValue(t, p.value, v, nil)

	if p.built {
		packet, err := finite.Encode(v)
		require.NoError(t, err)
		require.Equal(t, p.packet, packet)
	}
}

// Errorf reports that a property does not hold. Errorf and FailNow make an executor a
// require.TestingT.
func (x *executor) Errorf(format string, args ...any) { x.fail(x.property+": "+format, args...) }

// FailNow ends the check of one property.
func (x *executor) FailNow() { panic(errFound) }

var errFound = errors.New("the property does not hold")

// checkProperties checks some of the properties for a value, chosen at random. If x.all is true, it
// checks every property that is not slow.
func (x *executor) checkProperties(c *codec.Codec, v variant.Variant) {
	if x.before == nil {
		x.before = variant.Nil{}
	}

	p := sample{settings: x.settings, codec: c, packet: x.packet, value: v, before: x.before,
		rng: x.rng}
	if x.built != nil {
		p.value = x.built
		p.built = true
	}

	for _, property := range properties {
		if x.all && property.oneIn < slow || x.rng.IntN(property.oneIn) == 0 {
			x.check(property, p)
		}
	}

	x.before = v
}

func (x *executor) check(property property, p sample) {
	defer func() {
		if found := recover(); found != nil && found != errFound {
			panic(fmt.Sprintf("%s: %v", property.name, found))
		}
	}()
	x.property = property.name
	property.check(x, p)
}

// newExecutor returns an executor that checks all properties that are not slow.
func newExecutor(t *testing.T, seed uint64) *executor {
	return &executor{campaign: &campaign{t: t}, all: true,
		mutator: mutator{rng: rand.New(rand.NewPCG(seed, 8))}}
}

// runValue encodes v, checks the packet with x.run, and returns the packet. The dialect of s must
// have the type of v.
func (x *executor) runValue(t testing.TB, s settings, v variant.Variant) []byte {
	c := s.In(codec.Default)
	x.packet = testkit.Encode(t, c, v)
	require.Zero(t, len(x.packet)%4)
	got := testkit.Decode(t, c, x.packet)
	testkit.RequireEqual(t, v, got)
	require.IsType(t, v, got)

	x.built = v
	x.run(s)
	x.built = nil
	return x.packet
}

// TestProperties checks every property with a value of each type in all settings, with and without
// containers, and with generated values, recorded packets and bad inputs.
func TestProperties(t *testing.T) {
	rounds := 100
	if testkit.Long() {
		rounds = 300
	}

	for i, s := range random.AllSettings {
		t.Run(s.String(), func(t *testing.T) {
			x := newExecutor(t, uint64(i))
			x.seen = map[variant.Type]bool{}
			for id, typ := range s.Dialect.Spec().Types {
				if typ == variant.TypeUnsupported {
					continue
				}

				v := vectors.Zero(typ)
				if typ == variant.TypeObject && s.Full &&
					s.Dialect.Spec().Object == dialect.ObjectBySetting {
					v = objects.NewObject("Node")
				}

				require.Equal(t, byte(id), x.runValue(t, s, v)[0], "%v", typ)
				x.runValue(t, s, variant.NewArray(v, v))
				x.runValue(t, s, variant.NewDictionary(variant.Pair{Key: v, Value: v}))
			}

			for n := range rounds {
				x.all = n < rounds/12
				x.runValue(t, s, random.New(s, random.Bytes(x.rng, 3000)).Value())
			}

			for _, typ := range s.Dialect.Spec().Types {
				require.True(t, x.seen[typ] || typ == variant.TypeUnsupported,
					"no %v", typ)
			}
		})
	}

	t.Run("recorded", func(t *testing.T) {
		x := newExecutor(t, 11)
		for _, s := range seeds(t, 11) {
			x.packet = s.packet
			x.run(random.SettingsOf(s.settings))
		}
		require.Greater(t, x.accepted.Load(), int64(300))
	})
}
