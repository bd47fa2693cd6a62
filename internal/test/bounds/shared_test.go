package bounds

import (
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/configfile"
	"godotvariant/codec/convert"
	"godotvariant/codec/exact"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/resource"
	vartext "godotvariant/codec/text"
	"godotvariant/internal/test/testkit"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

var sharedSmall = flag.Bool("shared", false,
	"TestSharedParts runs each function with each container, and small values: it takes minutes")

// levels is the number of levels at which the parts of a value are shared. Such a value has
// 2^levels parts, but only levels+1 of them are in memory. Decode never makes such a value, but a
// program can.
const levels = 40

// sharing has functions that return a container with the same value twice.
var sharing = map[string]func(v variant.Variant) variant.Variant{
	"arrays": func(v variant.Variant) variant.Variant { return variant.NewArray(v, v) },
	"dictionaries": func(v variant.Variant) variant.Variant {
		return variant.NewDictionary(variant.KV("a", v), variant.KV("b", v))
	},
	"keys": func(v variant.Variant) variant.Variant {
		return variant.NewDictionary(variant.Pair{Key: v, Value: v})
	},
	"objects": func(v variant.Variant) variant.Variant {
		return objects.NewObject("A", objects.Prop("a", v), objects.Prop("b", v))
	},
}

// An ending says what a function does with a value that is too large because it shares parts.
type ending string

const (
	refuses ending = "returns ErrLimit"
	unequal ending = "returns false"
	clips   ending = "returns a part"
	looks   ending = "looks at no more than it needs"
)

var (
	errFalse = fmt.Errorf("false")
	errPart  = fmt.Errorf("a part")
)

func equality(ok bool) error {
	if ok {
		return nil
	}
	return errFalse
}

// partly checks the length n of the text of a value that is too large. If n is at most a little
// above the limit of 64 MiB, the text has only a part of the value, and partly returns errPart.
func partly(n int) error {
	if n <= 80<<20 {
		return errPart
	}
	return fmt.Errorf("%d bytes", n)
}

// someSize is the limit for functions that have an option for a limit. It is below the usual limit,
// so that the test is faster.
const someSize = 8 << 20

var (
	someLimits  = codec.Limits{MaxSize: someSize}
	fullObjects = codec.MustNew(codec.Options{FullObjects: true, Limits: someLimits})
	strictSome  = codec.MustNew(codec.Options{FullObjects: true, Mode: codec.Strict,
		Limits: someLimits})
)

// walkers are the functions of the module that walk a value.
var walkers = []struct {
	name string
	ending
	long bool // run takes long: the limit counts values, or it is a limit of 256 MiB
	run  func(v variant.Variant) error
}{
	{"Encode", refuses, false, func(v variant.Variant) error {
		_, err := fullObjects.Encode(v)
		return err
	}},
	{"Encode, strict", refuses, false, func(v variant.Variant) error {
		_, err := strictSome.Encode(v)
		return err
	}},
	{"Encoder.Encode", refuses, false, func(v variant.Variant) error {
		return fullObjects.NewEncoder(io.Discard, codec.FrameU32).Encode(v)
	}},
	{"Marshal", refuses, false, func(v variant.Variant) error {
		_, err := fullObjects.Marshal(map[string]any{"v": v})
		return err
	}},
	{"ToVariant", looks, false, func(v variant.Variant) error {
		_, err := fullObjects.ToVariant([]any{v})
		return err
	}},
	{"FromVariant", looks, false, func(v variant.Variant) error {
		return fullObjects.FromVariant(v, new(any))
	}},
	{"Convert", refuses, true, func(v variant.Variant) error {
		_, err := convert.Value(v, other(fullObjects), func(convert.Note) {})
		return err
	}},
	{"Audit", clips, true, func(v variant.Variant) error {
		drain(exact.Audit(v, fullObjects))
		return errPart
	}},
	{"packet.Codec.Append", refuses, false, func(v variant.Variant) error {
		c, err := packet.New(packet.Options{Codec: codec.MustNew(codec.Options{
			Dialect: codec.Godot3, FullObjects: true, Limits: someLimits,
		})})
		if err != nil {
			return err
		}
		_, err = c.Append(nil, packet.Set{Node: 1, Property: "a", Value: v})
		return err
	}},

	{"Equal", unequal, true, func(v variant.Variant) error {
		return equality(variant.Equal(v, v))
	}},
	{"KeyEqual", unequal, true, func(v variant.Variant) error {
		return equality(variant.KeyEqual(v, v))
	}},
	{"Dictionary.Set and Get", unequal, false, func(v variant.Variant) error {
		var d variant.Dictionary
		d.Set(v, v)
		d.Set(v, v)
		return equality(d.Has(v))
	}},
	{"Text", clips, false, func(v variant.Variant) error { return partly(len(variant.Text(v))) }},
	{"%v", clips, true, func(v variant.Variant) error {
		return partly(len(fmt.Sprintf("%v", v)))
	}},
	{"%+v", clips, true, func(v variant.Variant) error {
		return partly(len(fmt.Sprintf("%+v", v)))
	}},
	{"%#v", clips, true, func(v variant.Variant) error {
		return partly(len(fmt.Sprintf("%#v", v)))
	}},
	{"LogValue", clips, false, func(v variant.Variant) error {
		return partly(len(fmt.Sprint(slog.AnyValue(v).Resolve())))
	}},

	{"tree.Walk", clips, true, func(v variant.Variant) error {
		drain(tree.Walk(v))
		return errPart
	}},
	{"tree.Clone", refuses, true, func(v variant.Variant) error {
		_, err := tree.Clone(v)
		return err
	}},
	{"tree.Compare", looks, true, func(v variant.Variant) error {
		tree.Compare(v, v)
		return nil
	}},
	{"tree.EqualApprox", unequal, true, func(v variant.Variant) error {
		return equality(tree.EqualApprox(v, v, tree.Tolerance{}))
	}},
	{"tree.Diff", refuses, true, func(v variant.Variant) error {
		_, err := tree.Diff(v, v, tree.DiffOptions{})
		return err
	}},
	{"tree.Diff, other", refuses, true, func(v variant.Variant) error {
		_, err := tree.Diff(variant.Nil{}, v, tree.DiffOptions{})
		return err
	}},
	{"tree.Set", looks, false, func(v variant.Variant) error {
		_, err := tree.Set(variant.NewArray(v), "[0]", v)
		return err
	}},
	{"tree.Delete", looks, false, func(v variant.Variant) error {
		_, err := tree.Delete(variant.NewArray(v), "[0]")
		return err
	}},

	{"text.Format", refuses, false, func(v variant.Variant) error {
		_, err := vartext.Format(v, fullObjects)
		return err
	}},
	{"text.Format, Str", refuses, false, func(v variant.Variant) error {
		_, err := vartext.Str.Format(v, fullObjects)
		return err
	}},
	{"text.Format, Lossless", refuses, false, func(v variant.Variant) error {
		_, err := vartext.Lossless.Format(v, fullObjects)
		return err
	}},
	{"configfile.File.Set", refuses, false, func(v variant.Variant) error {
		return configfile.New(fullObjects).Set("a", "b", v)
	}},
	{"jsonvar.Format", refuses, false, func(v variant.Variant) error {
		_, err := jsonvar.Format(v, fullObjects)
		return err
	}},
	{"jsonvar.Format, Relaxed", refuses, true, func(v variant.Variant) error {
		_, err := jsonvar.Relaxed.Format(v, fullObjects)
		return err
	}},
	{"resource.Diff", refuses, false, func(v variant.Variant) error {
		f, err := resource.Decode([]byte("[gd_resource type=\"A\"]\n[resource]\na=1\n"),
			resource.Options{})
		if err != nil {
			return err
		}
		f.Resources[0].Properties[0].Value = v
		_, err = resource.Diff(f, f, tree.DiffOptions{})
		return err
	}},
}

// TestSharedParts: every function that walks a value ends, even if the value contains the same part
// many times, at many levels. It stops at its limit of bytes, or at the 67,108,864 values of
// tree.Walk. Without the flag -shared, the test runs each function with only one of the kinds of
// containers, and functions that take long only as one of the long tests.
func TestSharedParts(t *testing.T) {
	if testkit.Raced {
		t.Skip("it takes many times as long")
	}

	var leaf variant.Variant = make(packed.PackedByteArray, 1<<20)
	if *sharedSmall {
		leaf = variant.Nil{}
	}

	for kind, name := range slices.Sorted(maps.Keys(sharing)) {
		v := leaf
		for range levels {
			v = sharing[name](v)
		}

		for i, w := range walkers {
			other := i%len(sharing) != kind
			tooLong := w.long && !testkit.Long()
			if !*sharedSmall && (other || tooLong) {
				continue
			}
			if w.name == "text.Format, Str" && name == "objects" {
				continue // str() writes only the class of an object, and not its properties
			}
			t.Run(name+", "+w.name, func(t *testing.T) {
				switch err := w.run(v); w.ending {
				case unequal:
					require.Equal(t, errFalse, err)
				case clips:
					require.Equal(t, errPart, err)
				case refuses:
					require.ErrorIs(t, err, variant.ErrLimit)
				}
			})
		}
	}
}
