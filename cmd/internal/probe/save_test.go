package probe_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/cmd/internal/frame"
	"godotvariant/cmd/internal/lookahead"
	"godotvariant/cmd/internal/probe"
	"godotvariant/codec"
	"godotvariant/codec/inspect"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/packed"
	"godotvariant/variant"
)

// content returns the bytes of a save that an engine wrote.
func content(t *testing.T, name string) []byte {
	t.Helper()
	return testkit.Read(t, "../../gdvar/testdata/saves", name)
}

// engine returns the name of the engine and the frame of the best detection.
func engine(found []inspect.Detection) string {
	if len(found) == 0 {
		return ""
	}
	return probe.EngineName(found[0].Dialect) + " " + frame.Of(found[0]).String()
}

// TestSaves: Whole detects a complete save, BehindHeader a save behind other data, and Damaged a
// save without its end. Whole does not detect a save without its end.
func TestSaves(t *testing.T) {
	const header = "SAVE\x01\x00\x00\x00"
	var o probe.Options

	for name, want := range map[string]string{
		"godot3/plain.save": "godot3 u32", "godot4/plain.save": "godot4 u32",
		"godot3/big.save": "godot3 u32be", "godot4/packet.bin": "godot4 none",
		"godot4/two.save": "godot4 u32",
	} {
		data := content(t, name)
		whole, err := o.Whole(lookahead.Bytes(data))
		require.NoError(t, err, name)
		require.Equal(t, want, engine(whole.Detections), name)
		require.Zero(t, whole.At, name)
		require.False(t, whole.Beginning, name)

		cut := data[:len(data)-3]
		damaged, err := o.Damaged(lookahead.Bytes(cut))
		require.NoError(t, err, name)
		require.Equal(t, want, engine(damaged.Detections), name)
		none, err := o.Whole(lookahead.Bytes(cut))
		require.NoError(t, err, name)
		require.Empty(t, none.Detections, name)

		if strings.HasSuffix(want, "none") {
			continue // a packet without a length may begin anywhere
		}
		behind := o.BehindHeader(lookahead.Bytes(append([]byte(header), data...)))
		require.Equal(t, want, engine(behind.Detections), name)
		require.Equal(t, int64(len(header)), behind.At, name)

		long := strings.Repeat("header\xff\xff", 125)
		behind = o.BehindHeader(lookahead.Bytes(append([]byte(long), data...)))
		require.Equal(t, want, engine(behind.Detections), name)
		require.Equal(t, int64(len(long)), behind.At, name)
	}
}

// TestNamedFrame: if the options name a frame, a save behind other data is detected only with this
// frame. A packet without a frame is not detected behind other data.
func TestNamedFrame(t *testing.T) {
	data := append([]byte("SAVE\x01\x00\x00\x00"), content(t, "godot4/plain.save")...)

	for f, want := range map[frame.Frame]string{
		frame.U32: "godot4 u32", frame.U32BE: "", frame.None: "",
	} {
		found := probe.Options{Framing: &f}.BehindHeader(lookahead.Bytes(data))
		require.Equal(t, want, engine(found.Detections), f)
	}
}

// TestNamedFormat: if the dialect and the framing are named, only the precision is detected. It is
// detected even if a long value comes before the first vector.
func TestNamedFormat(t *testing.T) {
	long := packed.PackedByteArray(make([]byte, 100_000))

	for _, p := range []variant.Precision{variant.Single, variant.Double} {
		c := codec.MustNew(codec.Options{Precision: p})

		for _, v := range []variant.Variant{
			variant.NewArray(variant.Int(1), math.V2(0.1, 2)),
			variant.NewArray(long, math.V2(0.1, 2)),
		} {
			packet, err := c.Encode(v)
			require.NoError(t, err)
			framing := frame.U32
			o := probe.Options{Dialect: codec.Godot4, Framing: &framing}

			found, err := o.Whole(lookahead.Bytes(framing.Append(nil, packet)))
			require.NoError(t, err)
			require.Equal(t, "the command line says so", found.Detections[0].Why)
			require.Equal(t, p, found.Detections[0].Precision)
		}
	}

	framing := frame.U32
	packet, err := codec.MustNew(codec.Options{}).Encode(variant.Int(5))
	require.NoError(t, err)
	o := probe.Options{Dialect: codec.Godot4, Framing: &framing}
	found, err := o.Whole(lookahead.Bytes(framing.Append(nil, packet)))
	require.NoError(t, err)
	require.Equal(t, variant.Single, found.Detections[0].Precision)
}

// TestFirstPacket: the first packet is as long as its frame says, and may be longer than the bytes
// that are known.
func TestFirstPacket(t *testing.T) {
	for length, want := range map[byte]bool{0: false, 4: false, 5: true} {
		head := []byte{length, 0, 0, 0, 1, 2, 3, 4}
		n, long := probe.FirstPacket(head, frame.U32)
		require.Equal(t, int64(length), n)
		require.Equal(t, want, long)
	}

	_, long := probe.FirstPacket([]byte{4, 0, 0, 0, 1, 2, 3, 4}, frame.None)
	require.True(t, long)
}

// TestRefusedObjects: full objects are read unless the options refuse them.
func TestRefusedObjects(t *testing.T) {
	for _, refuse := range []bool{false, true} {
		o := probe.Options{RefuseObjects: refuse}
		require.Equal(t, !refuse, o.CodecFor(inspect.Detection{Dialect: codec.Godot4}).FullObjects)
	}
}

// TestNamedOptions: Whole detects a save only with the dialect and the framing that the options
// name.
func TestNamedOptions(t *testing.T) {
	data := content(t, "godot3/plain.save")
	none := frame.None

	for _, c := range []struct {
		options probe.Options
		want    string
	}{
		{probe.Options{Dialect: codec.Godot30}, "godot30 u32"},
		{probe.Options{Dialect: codec.Godot4}, ""},
		{probe.Options{Framing: &none}, ""},
	} {
		found, err := c.options.Whole(lookahead.Bytes(data))
		require.NoError(t, err)
		require.Equal(t, c.want, engine(found.Detections))
	}
}

// TestNoSave: if no engine writes such bytes, the error describes the bytes.
func TestNoSave(t *testing.T) {
	for data, want := range map[string]string{
		"":                             "it is empty",
		"\x89PNG\r\n\x1a\n":            "it is a PNG image",
		"once upon a time":             `it looks like text, and begins with "once upon a time"`,
		"\xff\xff\xff\xff\xff\xff\xff": "it begins with ff ff ff ff ff ff ff",
	} {
		_, err := probe.Options{}.Damaged(lookahead.Bytes([]byte(data)))
		require.ErrorIs(t, err, probe.ErrUnknown)
		require.ErrorContains(t, err, want)
	}
}

// TestCounted: a packet with more values than the limit is refused before its values are built.
func TestCounted(t *testing.T) {
	c := codec.MustNew(codec.Options{})
	items := make([]variant.Variant, 100)
	packet, err := c.Encode(variant.NewArray(items...))
	require.NoError(t, err)

	require.NoError(t, probe.Counted(c, packet, 0), "no limit")
	require.NoError(t, probe.Counted(c, packet, 101))
	require.ErrorIs(t, probe.Counted(c, packet, 100), probe.ErrValues)
	unknown := slices.Concat(packet[:len(packet)-4], []byte{0xff, 0, 0, 0}) // an unknown type
	require.ErrorIs(t, probe.Counted(c, unknown, 99), probe.ErrValues)

	_, err = probe.Options{MaxValues: 100}.Whole(lookahead.Bytes(packet))
	require.ErrorIs(t, err, probe.ErrValues)
}

// TestMarks: IsMarked also finds a byte order mark that comes after space.
func TestMarks(t *testing.T) {
	for text, want := range map[string]bool{
		"\ufeff[a]": true, " \n\ufeffa=1": true, "[a]": false, "; c\n\ufeff": false, "": false,
	} {
		require.Equal(t, want, probe.IsMarked([]byte(text)), "%q", text)
	}
}
