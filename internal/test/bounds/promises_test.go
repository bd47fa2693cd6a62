package bounds

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/configfile"
	"godotvariant/codec/convert"
	"godotvariant/codec/exact"
	"godotvariant/codec/inspect"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/message"
	"godotvariant/codec/resource"
	"godotvariant/codec/savefile"
	vartext "godotvariant/codec/text"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/generated"
	"godotvariant/internal/test/repository"
	"godotvariant/internal/test/testkit"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A promise is an entry point with a row in codec/ALLOCATION.md. It has the inputs for measuring
// the entry point, and a function that calls it. The call may return an error, because a call that
// fails may allocate as much as one that succeeds.
type promise struct {
	name   string
	inputs func(size int) iter.Seq[input]
	row    row
	run    func(in input)
}

// A row has the columns of the table that are written by hand. The test copies the fields "of" and
// "worst" to the page. It subtracts the number of the field "constant" from the measured bytes.
type row struct {
	of       string // kind of the input, such as a packet
	constant int    // constant in KiB
	worst    string // data for which the entry point allocates most
}

// promises has the entry points in the order of their rows in codec/ALLOCATION.md.
var promises = []promise{
	{"Decode", packets, row{"packet", 4, "arrays as keys of a dictionary"},
		func(in input) { _, _ = in.codec.Decode(in.data) }},
	{"DecodeFirst", packets, row{"packet", 4, "the same"},
		func(in input) { _, _, _ = in.codec.DecodeFirst(in.data) }},
	{"Valid", packets, row{"packet", 4, "long dictionaries that are cut off"},
		func(in input) { _ = in.codec.Valid(in.data) }},
	{"Raw", packets, row{"packet", 4, "the same"},
		func(in input) { _, _ = in.codec.Raw(in.data) }},
	{"Scanner", packets, row{"packet", 4, "keys in keys"},
		func(in input) { _ = scanAll(in.codec, in.data) }},
	{"Decoder.Decode", packets, row{"frame", 4, "the same; the buffer grows as bytes arrive"},
		func(in input) { _, _ = in.frames().Decode() }},
	{"Decoder.DecodeRaw", packets, row{"frame", 4, "long dictionaries that are cut off"},
		func(in input) { _, _ = in.frames().DecodeRaw() }},
	{"Decoder.Unmarshal into any", packets, row{"frame", 4, "errors, which decode the data again"},
		func(in input) { _ = in.frames().Unmarshal(new(any)) }},
	{"Unmarshal into any", packets, row{"packet", 4, "errors, which decode the data again"},
		unmarshal[any]},
	{"Unmarshal into []any", packets,
		row{"packet", 4, "packed arrays whose elements become values"},
		unmarshal[[]any]},
	{"Unmarshal into map[any]any", packets, row{"packet", 4, "keys that differ"},
		unmarshal[map[any]any]},
	{"Unmarshal into []map[any]any", packets, row{"packet", 4, "dictionaries of one pair"},
		unmarshal[[]map[any]any]},
	{"Unmarshal into []struct", packets,
		row{"packet", 4, "empty dictionaries, into structs of 512 bytes"},
		unmarshal[[]wide]},
	{"Unmarshal into []hook", packets,
		row{"packet", 4, "empty texts, into a VariantUnmarshaler of 512 bytes"},
		unmarshal[[]hooked]},
	{"message.Mux.Dispatch", messagePackets,
		row{"packet", 12, "as Unmarshal into a struct with a field of type any"},
		func(in input) {
			mux := message.New[int](message.Options{Codec: in.codec})
			message.Handle(mux, "m", func(int, *anyMessage) error { return nil })
			_ = mux.Dispatch(0, in.data)
		}},
	{"FromVariant", values, row{"packet", 4, "dictionaries of one pair, into []map[any]any"},
		func(in input) { _ = codec.FromVariant(in.value, new([]map[any]any)) }},
	{"Encode", values, row{"packet", 4, "any data; the buffer grows"},
		func(in input) { _, _ = in.codec.Encode(in.value) }},
	{"Size", values, row{"packet", 4, "the same; up to 1 MiB is memory that is used again"},
		func(in input) { _, _ = in.codec.Size(in.value) }},
	{"Encode, strict", values, row{"packet", 4, "nested keys; the packet is checked"},
		func(in input) { _, _ = strictly.Encode(in.value) }},
	{"Marshal", goValues, row{"packet", 8, "maps, whose keys are sorted"},
		func(in input) { _, _ = in.codec.Marshal(in.plain) }},
	{"Encoder.Marshal", goValues, row{"frame", 8, "the same"},
		func(in input) {
			_ = in.codec.NewEncoder(io.Discard, codec.FrameU32).Marshal(in.plain)
		}},
	{"ToVariant", goValues, row{"packet", 8, "maps"},
		func(in input) { _, _ = in.codec.ToVariant(in.plain) }},
	{"exact.Audit", values, row{"packet", 4, "keys in keys"},
		func(in input) { drain(exact.Audit(in.value, in.codec)) }},
	{"convert.Value", values, row{"packet", 4, "a long packed array, twice as a key"},
		func(in input) {
			_, _ = convert.Value(in.value, other(in.codec), func(convert.Note) {})
		}},
	{"tree.Walk", values, row{"packet", 4, "keys in keys"},
		func(in input) { drain(tree.Walk(in.value)) }},
	{"tree.Match", values, row{"packet", 4, "arrays in arrays"},
		func(in input) {
			if found, err := tree.Match(in.value, "**[*]"); err == nil {
				drain(found)
			}
		}},
	{"variant.ParsePath", paths, row{"text", 4, "names of one letter"},
		func(in input) { _, _ = variant.ParsePath(string(in.data)) }},
	{"tree.Clone", values, row{"packet", 4, "null objects"},
		func(in input) { _, _ = tree.Clone(in.value) }},
	{"tree.Set, first part", values, row{"packet", 4, "an object of many properties"},
		func(in input) {
			_, _ = tree.Set(in.value, variant.Path{{Kind: variant.StepIndex}}, variant.Int(0))
		}},
	{"tree.Compare", values, row{"packet", 4, "long packed arrays as keys"},
		func(in input) { tree.Compare(in.value, in.value) }},
	{"tree.EqualApprox", values, row{"packet", 4, "null objects"},
		func(in input) {
			tree.EqualApprox(in.value, in.value, tree.Tolerance{})
		}},
	{"tree.Diff with itself", values, row{"packet", 8, "null objects"},
		func(in input) {
			_, _ = tree.Diff(in.value, in.value, tree.DiffOptions{})
		}},
	{"tree.Diff, Patch.Apply", values, row{"packet", 8, "ints in the opposite order"},
		func(in input) {
			p, _ := tree.Diff(in.value, mirrored(in.value), tree.DiffOptions{})
			_, _ = p.Apply(in.value)
		}},
	{"String and %v", values, row{"packet", 4, "empty packed arrays, which have long names"},
		func(in input) { fmt.Fprintf(io.Discard, "%v", in.value) }},
	{"%#v", values, row{"packet", 4, "typed dictionaries"},
		func(in input) { fmt.Fprintf(io.Discard, "%#v", in.value) }},
	{"%+v", values, row{"packet", 4, "a long array in 1000 others: each line is indented"},
		func(in input) { fmt.Fprintf(io.Discard, "%+v", in.value) }},
	{"text.Format", values, row{"packet", 4, "instance IDs"},
		func(in input) { _, _ = vartext.Format(in.value, nil) }},
	{"text.Format, Str", values, row{"packet", 4, "packed arrays of vectors"},
		func(in input) {
			_, _ = vartext.Str.Format(in.value, nil)
		}},
	{"text.Format, Lossless", values,
		row{"packet", 4, "packed arrays of vectors, which are read again"},
		func(in input) {
			_, _ = vartext.Lossless.Format(in.value, nil)
		}},
	{"text.Parse", constructorTexts, row{"text", 4, "a long array as a key of a dictionary"},
		func(in input) {
			_, _ = vartext.Parse(string(in.data), allDigits)
		}},
	{"configfile.Parse", configs, row{"text", 8, "sections without keys"},
		func(in input) {
			_, _ = configfile.Parse(string(in.data), allDigits)
		}},
	{"configfile.DecodeProject", projects, row{"file", 8, "a section for each setting"},
		func(in input) {
			_, _ = configfile.DecodeProject(in.data, in.codec)
		}},
	{"configfile.ScanBinary", projects,
		row{"file", 64, "objects in one setting; the codec with FullObjects is new"},
		func(in input) {
			_, _ = configfile.ScanBinary(in.data, in.codec)
		}},
	{"jsonvar.Format", values, row{"packet", 4, "objects without a class"},
		func(in input) { _, _ = jsonvar.Format(in.value, nil) }},
	{"jsonvar.Format, Relaxed", values, row{"packet", 4, "packed arrays of vectors"},
		func(in input) {
			_, _ = jsonvar.Relaxed.Format(in.value, nil)
		}},
	{"jsonvar.Parse", jsonTexts, row{"text", 4, "empty node paths"},
		func(in input) { _, _ = jsonvar.Parse(in.data, allDigits) }},
	{"inspect.Detect", packets,
		row{"packet", 32, "dictionaries as keys; every dialect reads the data"},
		func(in input) { inspect.Detect(in.data) }},
	{"inspect.Dump", packets, row{"packet", 8, "dictionaries of Nil, with MaxFields without limit"},
		func(in input) {
			_ = inspect.Dump(io.Discard, in.data,
				inspect.Options{Codec: in.codec, MaxFields: 1 << 30})
		}},
	{"resource.Decode", resources, row{"text", 8, "nodes without attributes"},
		func(in input) {
			_, _ = resource.Decode(in.data, resource.Options{})
		}},
	{"resource.File.Value", resources, row{"text", 8, "the same"},
		func(in input) { in.file.Value() }},
	{"resource.File.Scan", resources, row{"text", 8, "objects"},
		func(in input) { in.file.Scan() }},
	{"resource.File.Synchronizers", resources, row{"text", 8, "synchronizers of one configuration"},
		func(in input) { _, _ = in.file.Synchronizers() }},
	{"resource.Diff with itself", resources,
		row{"text", 8, "references to one external file, see below"},
		func(in input) {
			_, _ = resource.Diff(in.file, in.file, tree.DiffOptions{})
		}},
	{"%v of a resource", resources, row{"text", 8, "the same"},
		func(in input) {
			fmt.Fprintf(io.Discard, "%v", in.file.Value())
		}},
	{"relaxed JSON of a resource", resources, row{"text", 8, "the same"},
		func(in input) {
			_, _ = jsonvar.Relaxed.Format(in.file.Value(), nil)
		}},
	{"packet.Codec.Decode", gamePackets, row{"packet", 8, "states of bools"},
		func(in input) { _, _ = in.packets.Decode(in.data) }},
	{"multiplayer.World.Receive", gamePackets, row{"packet", 8, "the same"},
		func(in input) {
			_, _ = in.world.Receive(2, transport.Message{Data: in.data})
		}},
	{"savefile.Decode", saves, row{"file", 128, "compressed blocks; the plain bytes count as well"},
		func(in input) {
			_, _, _ = savefile.Decode(in.data, savefile.Options{Password: "a"})
		}},
}

// mirrored returns a value in which the parts of all containers are in the opposite order.
func mirrored(v variant.Variant) variant.Variant {
	switch v := v.(type) {
	case variant.Array:
		v.Items = slices.Clone(v.Items)
		slices.Reverse(v.Items)
		for i := range v.Items {
			v.Items[i] = mirrored(v.Items[i])
		}
		return v

	case variant.Dictionary:
		v.Pairs = slices.Clone(v.Pairs)
		slices.Reverse(v.Pairs)
		for i := range v.Pairs {
			v.Pairs[i].Value = mirrored(v.Pairs[i].Value)
		}
		return v
	}
	return v
}

var strictly = codec.MustNew(codec.Options{FullObjects: true, Mode: codec.Strict})

var (
	fit3 = codec.MustNew(codec.Options{Dialect: codec.Godot3})
	fit4 = codec.MustNew(codec.Options{FullObjects: true})
)

// other returns a codec of another version of Godot, so that values of c may have to be converted.
func other(c *codec.Codec) *codec.Codec {
	if c.Dialect() == codec.Godot3 {
		return fit4
	}
	return fit3
}

func unmarshal[T any](in input) { _ = in.codec.Unmarshal(in.data, new(T)) }

func drain[K, V any](seq func(func(K, V) bool)) { seq(func(K, V) bool { return true }) }

// frames returns a Decoder of one frame, which holds the packet.
func (in input) frames() *codec.Decoder {
	return in.codec.NewDecoder(io.MultiReader(bytes.NewReader(word(len(in.data))),
		bytes.NewReader(in.data)), codec.FrameU32)
}

const (
	allocationPage = "codec/ALLOCATION.md"
	allocationHead = "| entry point | times | of | and | most for |\n" +
		"| --- | --- | --- | --- | --- |"
)

// rowOfPage matches a row of the page. Its groups are the entry point and the factor.
var rowOfPage = regexp.MustCompile(`(?m)^\| (\S.*?) \| (\d+) \| \w+ \| \d+ KiB \| \S.* \|$`)

// TestPromises requires that no entry point allocates more bytes than its factor in
// codec/ALLOCATION.md allows. It also compares the page with the table of promises. With -v it
// prints the worst ratio of each entry point. With -write it raises the factors that are too small.
// With -write or LONG_TESTS it also measures calls with empty pools, as in the first call of a
// program.
func TestPromises(t *testing.T) {
	if testkit.Raced {
		t.Skip("the race detector empties the pools")
	}

	sizes := []int{16 << 10}
	allocated := testkit.LeastAllocated
	if testkit.Long() || generated.Writing() {
		sizes = []int{32 << 10, 16 << 10, 1 << 10}
		allocated = firstAllocated
	}

	factors := factorsOfPage(t)
	var lines []string
	for _, p := range promises {
		t.Run(p.name, func(t *testing.T) {
			factor, ok := factors[p.name]
			require.True(t, ok || generated.Writing(), "%s has no row of it", allocationPage)

			ratio, worst := p.measure(sizes, factor, allocated)
			t.Logf("%.1f of %d times the size: %.60q", ratio, factor, worst)
			if generated.Writing() {
				factor = renewed(factor, ratio)
			}

			assert.LessOrEqual(t, ratio, float64(factor), worst)
			lines = append(lines, fmt.Sprintf("| %s | %d | %s | %d KiB | %s |", p.name, factor,
				p.row.of, p.row.constant, p.row.worst))
		})
	}

	if len(lines) == len(promises) { // only if all promises were measured
		generated.Table(t, allocationPage, allocationHead, lines...)
	}
}

// factorsOfPage returns the factors of codec/ALLOCATION.md, by the name of the entry point.
func factorsOfPage(t *testing.T) map[string]int {
	page, err := os.ReadFile(repository.Path(allocationPage))
	require.NoError(t, err)

	factors := map[string]int{}
	for _, row := range rowOfPage.FindAllStringSubmatch(string(page), -1) {
		factors[row[1]], err = strconv.Atoi(row[2])
		require.NoError(t, err)
	}
	return factors
}

// renewed returns the factor, if the ratio is not greater than the factor. Otherwise it returns a
// new factor, a quarter above the ratio, because other versions of Go and other processors allocate
// a little more.
func renewed(factor int, ratio float64) int {
	if ratio <= float64(factor) {
		return factor
	}
	return int(math.Ceil(ratio * 1.25))
}

// firstAllocated returns the number of bytes that f allocates when the pools are empty. To save
// time, it first measures f with the pools as they are. If f then allocates less than half of the
// argument limit, firstAllocated returns this number. A pool is empty after two garbage
// collections.
func firstAllocated(limit uint64, f func()) uint64 {
	n := testkit.LeastAllocated(limit, f)
	if n < limit/2 {
		return n
	}

	runtime.GC()
	runtime.GC()
	return max(n, testkit.Allocated(f))
}

// measure returns the greatest ratio of allocated bytes to input bytes for the entry point, without
// the constant part. It also returns the name of the input with this ratio. The argument factor is
// the greatest ratio that is expected. The function allocated returns the number of bytes that f
// allocates. Its argument limit is the greatest number of bytes that is expected.
func (p promise) measure(
	sizes []int, factor int, allocated func(limit uint64, f func()) uint64,
) (ratio float64, worst string) {
	ratioOf := func(in input) float64 {
		constant := p.row.constant << 10
		n := allocated(uint64(in.size*factor+constant), func() { p.run(in) })
		return (float64(n) - float64(constant)) / float64(in.size)
	}

	for _, size := range sizes {
		for in := range p.inputs(size) {
			if n := ratioOf(in); n > ratio {
				ratio = n
				worst = in.name
			}
		}
	}

	for in := range p.inputs(256 << 10) {
		if in.name == worst {
			ratio = max(ratio, ratioOf(in))
			break
		}
	}

	return ratio, worst
}
