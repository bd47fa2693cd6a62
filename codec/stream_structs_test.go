package codec_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/workloads"
	"godotvariant/internal/testkit"
	"godotvariant/math"
	"godotvariant/variant"
)

var framings = []codec.Framing{codec.FrameU32, codec.FrameU32BE}

// fixed is a struct that is read again without new memory.
type fixed struct {
	ID int32        `godot:"id"`
	At math.Vector3 `godot:"at"`
	Up bool         `godot:"up"`
}

var goValuesOfStreams = []any{
	&fixed{1, math.Vector3{X: 1, Y: 2, Z: 3}, true}, fixed{}, awkwardSeed(), []string{"a", "b"},
	map[string]int{"b": 1, "a": 2},
	7, "text", nil, variant.Float(0.5), (*fixed)(nil),
}

// TestStreamMarshal: Marshal writes what Encode writes for the value, in one Write, and
// Unmarshal reads what Decode and FromVariant read, whatever the reader.
func TestStreamMarshal(t *testing.T) {
	for _, f := range framings {
		for _, c := range []*codec.Codec{codec.MustNew(codec.Options{FullObjects: true}), {}} {
			var structs, values writes
			marshals, encodes := c.NewEncoder(&structs, f), c.NewEncoder(&values, f)
			for _, v := range goValuesOfStreams {
				value, err := c.ToVariant(v)
				require.NoError(t, err)
				require.NoError(t, encodes.Encode(value))
				require.NoError(t, marshals.Marshal(v))
			}

			require.Equal(t, values, structs, f)

			stream := bytes.Join(structs, nil)
			for name, reader := range readers {
				r, own := reader(bytes.NewReader(stream))
				if own != nil || name == "zero-nil-forever" {
					continue
				}

				d, twin := c.NewDecoder(r, f), c.NewDecoder(bytes.NewReader(stream), f)
				for range goValuesOfStreams {
					v, err := twin.Decode()
					require.NoError(t, err)
					var want, got any
					require.NoError(t, codec.FromVariant(v, &want))
					require.NoError(t, d.Unmarshal(&got), name)
					require.Equal(t, twin.InputOffset(), d.InputOffset())
					require.Equal(t, want, got)
				}

				require.Equal(t, io.EOF, d.Unmarshal(new(any)))
				require.Equal(t, io.EOF, d.Err())
			}
		}
	}
}

// TestStreamMarshalErrors: the errors are those of Encode, and of the packet alone with the
// offset of the frame.
func TestStreamMarshalErrors(t *testing.T) {
	for _, f := range framings {
		var w writes
		e := codec.NewEncoder(&w, f)
		for _, bad := range []any{[]string{"a", "\xff"}, map[string]uint64{"a": 1 << 63},
			uint64(1 << 63)} {
			_, packetErr := codec.Marshal(bad)
			requireSameError(t, packetErr, e.Marshal(bad), 4)
		}

		require.Empty(t, w)
		require.NoError(t, e.Marshal(7))
		requireNext(t, codec.NewDecoder(bytes.NewReader(w[0]), f), variant.Int(7))
		require.ErrorContains(t, new(codec.Encoder).Marshal(7), "no writer")

		broken := short{n: 5, err: errReader}
		e = codec.NewEncoder(&broken, f)
		err := e.Marshal(7)
		require.ErrorIs(t, err, errReader)
		require.Equal(t, err, e.Encode(variant.Int(7)), "the stream is broken for both")
		require.Equal(t, 1, broken.calls)

		e = codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: 16}}).NewEncoder(io.Discard,
			f)
		require.ErrorIs(t, e.Marshal("123456789"), variant.ErrLimit)
		require.NoError(t, e.Marshal("12345678"))
	}
}

// requireSameError requires that got is want, later by some bytes.
func requireSameError(t testing.TB, want, got error, later int) {
	t.Helper()
	var a, b *variant.Error
	require.True(t, errors.As(want, &a) && errors.As(got, &b), "%v, %v", want, got)
	moved := *a
	moved.Offset += later
	require.Equal(t, moved.Error(), b.Error())
	require.Equal(t, moved.Offset, b.Offset)
}

// TestStreamUnmarshalErrors: a frame that does not fit is an error of one packet.
func TestStreamUnmarshalErrors(t *testing.T) {
	good, err := codec.Marshal(fixed{ID: 5})
	require.NoError(t, err)
	bad, err := codec.Marshal(map[string]any{"id": 5, "up": 1})
	require.NoError(t, err)

	for _, f := range framings {
		var w writes
		e := codec.NewEncoder(&w, f)
		for _, packet := range [][]byte{bad, good} {
			raw, err := new(codec.Codec).Raw(packet)
			require.NoError(t, err)
			require.NoError(t, e.Encode(raw))
		}

		d := codec.NewDecoder(bytes.NewReader(bytes.Join(w, nil)), f)
		var v fixed
		requireSameError(t, codec.Unmarshal(bad, &v), d.Unmarshal(&v), 4)
		require.NoError(t, d.Err())
		require.Equal(t, bad, d.Packet())
		require.NoError(t, d.Unmarshal(&v))
		require.Equal(t, fixed{ID: 5}, v)

		d = codec.NewDecoder(bytes.NewReader(w[0]), f)
		err := d.Unmarshal(fixed{})
		require.EqualError(t, err,
			"godot: convert $: wrong type: the destination must be a non-nil pointer, and it has the type codec_test.fixed")
		require.Equal(t, codec.Unmarshal(good, fixed{}), err)
		require.NoError(t, d.Err())
		require.ErrorContains(t, new(codec.Decoder).Unmarshal(&v), "no reader")
	}
}

func TestAllStructs(t *testing.T) {
	var w bytes.Buffer
	e := codec.NewEncoder(&w, codec.FrameU32)
	require.NoError(t, e.Marshal([]int{1, 2}))
	require.NoError(t, e.Marshal("no list"))
	require.NoError(t, e.Marshal([]int{3, 4}))
	w.Write([]byte{1})
	var lists [][]int

	var failures []error
	for list, err := range codec.All[[]int](codec.NewDecoder(&w, codec.FrameU32)) {
		if err != nil {
			failures = append(failures, err)
			continue
		}
		lists = append(lists, list)
	}

	require.Equal(t, [][]int{{1, 2}, {3, 4}}, lists, "each has memory of its own")
	require.Len(t, failures, 2)
	require.ErrorIs(t, failures[0], variant.ErrWrongType)
	require.ErrorIs(t, failures[1], variant.ErrTruncated)

	d := codec.NewDecoder(bytes.NewReader(slices.Concat(words(8, 2, 1), words(8, 2, 2))),
		codec.FrameU32)
	for n := range codec.All[*int](d) {
		require.Equal(t, 1, *n)
		break
	}

	require.Equal(t, int64(0), d.InputOffset())
	requireNext(t, d, variant.Int(2))
}

// TestStreamMarshalAllocations: a warm stream allocates what Unmarshal into a used value does.
func TestStreamMarshalAllocations(t *testing.T) {
	_, scene := usedScene(t)
	var err error

	for _, v := range []any{&fixed{ID: 7}, &scene} {
		for _, f := range framings {
			e := codec.NewEncoder(io.Discard, f)
			assert.Zero(t, testkit.AllocsPerRun(100, func() { err = e.Marshal(v) }), "%T, %v", v, f)
			require.NoError(t, err)
			var w writes
			require.NoError(t, codec.NewEncoder(&w, f).Marshal(v))
			d := codec.NewDecoder(&testkit.Loop{Frame: w[0]}, f)
			assert.Zero(t, testkit.AllocsPerRun(100, func() { err = d.Unmarshal(v) }), "%T, %v", v, f)
			require.NoError(t, err)
		}
	}
}

// usedScene returns a scene as a packet and as structs, for tests that count allocations.
func usedScene(t *testing.T) (packet []byte, scene []workloads.GoEntity) {
	if testkit.Raced {
		t.Skip("the race detector makes pools forget")
	}
	packet, err := codec.Encode(workloads.Scene(20))
	require.NoError(t, err)
	require.NoError(t, codec.Unmarshal(packet, &scene))
	return packet, scene
}
