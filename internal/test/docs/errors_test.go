package docs

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"io"
	"maps"
	gomath "math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/configfile"
	"godotvariant/codec/convert"
	"godotvariant/codec/exact"
	"godotvariant/codec/inspect"
	"godotvariant/codec/jsonvar"
	"godotvariant/codec/message"
	"godotvariant/codec/multiplayer"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/resource"
	"godotvariant/codec/savefile"
	vartext "godotvariant/codec/text"
	"godotvariant/codec/transport"
	"godotvariant/internal/test/generated"
	"godotvariant/internal/test/testkit"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/packed"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
	"godotvariant/variant/tree"
)

// kindsByName has the kinds of kindList and the kinds of package io, by the names of their
// variables.
var kindsByName = func() map[string]error {
	all := map[string]error{"io.ErrNoProgress": io.ErrNoProgress,
		"io.ErrShortWrite": io.ErrShortWrite}
	for _, k := range kindList {
		all[k.variable] = k.err
	}
	return all
}()

// A functionRow is the part of an errorRow that concerns one function.
type functionRow struct {
	typ, op string
	kinds   []string // names in kindsByName, and names of sets of kinds
}

// errorTables returns the kinds of each set in errorSets, by the name of the set. It also returns
// the row of each function in errorRows, by the name of the function.
func errorTables(t *testing.T) (sets map[string][]string, rows map[string]functionRow) {
	sets = map[string][]string{}
	for _, set := range errorSets {
		sets[set.name] = strings.Fields(set.kinds)
	}

	rows = map[string]functionRow{}
	for _, r := range errorRows {
		for f := range strings.SplitSeq(r.functions, ", ") {
			require.NotContains(t, rows, f, "it has two rows")
			rows[f] = functionRow{r.typ, r.op, strings.Fields(r.kinds)}
		}
	}

	return sets, rows
}

// requireErrorPage requires that the tables of codec/ERRORS.md equal kindList, errorSets and
// errorRows.
func requireErrorPage(t *testing.T) {
	const page = "codec/ERRORS.md"

	var sets, names, functions []string
	for _, s := range errorSets {
		sets = append(sets, "| "+s.name+" | "+s.kinds+" |")
	}
	for _, k := range kindList {
		names = append(names, "| "+k.variable+" | "+k.name+" |")
	}
	for _, r := range errorRows {
		functions = append(functions, fmt.Sprintf("| %s | %s | %s | %s |", r.functions, r.typ,
			cmp.Or(r.op, "-"), cmp.Or(r.kinds, "-")))
	}

	generated.Table(t, page, "| set | kinds |\n| --- | --- |", sets...)
	generated.Table(t, page, "| kind | name |\n| --- | --- |", names...)
	generated.Table(t, page, "| functions | type | Op | kinds |\n| --- | --- | --- | --- |",
		functions...)
}

// A provokedError is an error that the test got from a function. The field kind is the name of the
// variable that has the kind of the error, or "" if no variable has this kind.
type provokedError struct {
	function, kind string
	err            error
}

// second returns the second result of a call, which is its error. The function third does the same
// for the third result.
func second[T any](_ T, err error) error { return err }

// config parses the text s of a ConfigFile.
func config(s string) *configfile.File {
	f, err := configfile.Parse(s, nil)
	if err != nil {
		panic(err)
	}
	return f
}

func third[T, U any](_ T, _ U, err error) error { return err }

func provoked() []provokedError {
	return []provokedError{
		{"Decode", "ErrTruncated", decoding(codec.Default, 4)},
		{"DecodeFirst", "ErrTruncated", third(codec.DecodeFirst(nil))},
		{"Decode", "ErrLength", decoding(codec.Default, 4, 1<<31)},
		{"Decode", "ErrUnknownType", decoding(codec.Default, 200)},
		{"Valid", "ErrFlags", codec.Valid(words(1<<20 | 2))},
		{"Valid", "ErrDepth", codec.Valid(bytes.Repeat(words(28, 1), 2000))},
		{"Decode", "ErrUTF8", decoding(codec.Default, 4, 1, 0xFF)},
		{"Raw", "ErrObject", second(codec.MustNew(codec.Options{}).Raw(words(24, 1, 'A', 0)))},
		{"Decode", "ErrNodePath", decoding(codec.Default, 22, 1, 'a')},
		{"Decode", "ErrElementType", decoding(codec.Default, 28|1<<16, 2, 1, 1, 1)},
		{"inspect.Dump", "ErrTrailing", inspect.Dump(io.Discard, words(0, 0), inspect.Options{})},
		{"inspect.Dump", "ErrTruncated",
			inspect.Dump(io.Discard, []byte{1}, inspect.Options{Framed: true})},
		{"Decode", "ErrUnsupported",
			second(codec.MustNew(codec.Options{Dialect: codec.DocsGodot32}).Decode(words(16)))},
		{"Decode", "ErrPadding", decoding(codec.Strict, 4, 1, 'a'|1<<8)},
		{"Decode", "ErrBool", decoding(codec.Strict, 1, 2)},
		{"Decode", "ErrNUL", decoding(codec.Strict, 4, 1, 0)},
		{"Decode", "ErrDuplicateKey", decoding(codec.Strict, 27, 2, 0, 0, 0, 0)},
		{"Scanner.Err", "ErrTruncated", scanned(nil, (*codec.Scanner).Err)},
		{"Scanner.Err", "ErrDepth",
			scanned(bytes.Repeat(words(28, 1), 2000), (*codec.Scanner).Err)},
		{"Scanner.Value", "ErrUnknownType", scanned(words(28, 1, 200),
			func(s *codec.Scanner) error { return second(s.Value()) })},
		{"Scanner.Raw", "ErrUnknownType", scanned(words(28, 1, 200),
			func(s *codec.Scanner) error { return second(s.Raw()) })},
		{"Scanner.Empty", "ErrTruncated", scanned(nil,
			func(s *codec.Scanner) error { return second(s.Empty()) })},
		{"Value.Scan", "ErrTruncated", new(codec.Value).Scan([]byte{})},
		{"Decoder.Decode", "ErrTruncated", second(decoder(words(4)).Decode())},
		{"Decoder.Decode", "ErrLimit", second(decoder(words(1 << 30)).Decode())},
		{"Decoder.Unmarshal", "ErrLimit",
			decoder(words(1 << 30)).Unmarshal(new(any))},
		{"Decoder.Unmarshal", "ErrRange", decoder(words(8, 2, 300)).Unmarshal(new(int8))},
		{"Decoder.Unmarshal", "io.ErrNoProgress",
			codec.NewDecoder(silent{}, codec.FrameU32).Unmarshal(new(any))},
		{"Decoder.DecodeRaw", "io.ErrNoProgress",
			second(codec.NewDecoder(silent{}, codec.FrameU32).DecodeRaw())},
		{"Decoder.Scan", "ErrTruncated", decoder(words(4)).Scan(new(codec.Scanner))},
		{"Decoder.Scan", "ErrLimit", decoder(words(1 << 30)).Scan(new(codec.Scanner))},
		{"Decoder.Scan", "io.ErrNoProgress",
			codec.NewDecoder(silent{}, codec.FrameU32).Scan(new(codec.Scanner))},
		{"Decoder.Err", "ErrLimit", ending(words(1 << 30))},
		{"Decoder.Err", "ErrTruncated", ending(words(4))},
		{"Encode", "ErrUnsupported",
			encoding(codec.Options{Dialect: codec.Godot3}, math.Vector4{})},
		{"Encode", "ErrRange", encoding(codec.Options{Dialect: codec.DocsGodot4},
			objects.Object{ID: 1 << 63})},
		{"Encode", "ErrLength", encoding(codec.Options{}, countless{})},
		{"Encode", "ErrUTF8", encoding(codec.Options{}, variant.String("\xff"))},
		{"Encode", "ErrElementType", encoding(codec.Options{}, variant.Array{
			Elem:  &variant.ElementType{Type: variant.TypeInt},
			Items: []variant.Variant{variant.Bool(true)}})},
		{"Encode", "ErrObject", encoding(codec.Options{}, objects.NewObject("Node"))},
		{"Size", "ErrDepth", second(codec.Size(testkit.Endless()))},
		{"Append", "ErrDepth", second(codec.Append(nil, testkit.Endless()))},
		{"Encode", "ErrLimit", encoding(codec.Options{Limits: codec.Limits{MaxSize: 8}},
			variant.String("12345"))},
		{"Encode", "ErrInexact", encoding(codec.Options{Exact: true}, math.Vector2{X: 0.1})},
		{"Value.Value", "ErrUTF8", second(codec.Value{V: variant.String("\xff")}.Value())},
		{"Encoder.Encode", "ErrUTF8",
			codec.NewEncoder(io.Discard, codec.FrameU32).Encode(variant.String("\xff"))},
		{"Encoder.Encode", "ErrLimit",
			codec.MustNew(codec.Options{Limits: codec.Limits{MaxFrame: 8}}).
				NewEncoder(io.Discard, codec.FrameU32).Encode(variant.String("12345"))},
		{"Encoder.Marshal", "io.ErrShortWrite",
			codec.NewEncoder(mute{}, codec.FrameU32).Marshal(1)},
		{"Encoder.Encode", "io.ErrShortWrite",
			codec.NewEncoder(mute{}, codec.FrameU32).Encode(variant.Nil{})},
		{"Decode", "ErrNotFinite",
			second(codec.MustNew(codec.Options{Finite: true}).Decode(words(3, 0x7FC00000)))},
		{"Encode", "ErrNotFinite", encoding(codec.Options{Finite: true},
			math.Vector2{X: gomath.NaN()})},
		{"Marshal", "ErrNotFinite", second(codec.Marshal(struct {
			F float64 `godot:",finite"`
		}{gomath.NaN()}))},
		{"FromVariant", "ErrNotFinite",
			codec.MustNew(codec.Options{Finite: true}).FromVariant(variant.Float(gomath.Inf(1)),
				new(any))},
		{"Value.MarshalBinary", "ErrUTF8",
			second(codec.Value{V: variant.String("\xff")}.MarshalBinary())},
		{"Value.AppendBinary", "ErrUTF8",
			second(codec.Value{V: variant.String("\xff")}.AppendBinary(nil))},
		{"Value.UnmarshalBinary", "ErrTruncated", new(codec.Value).UnmarshalBinary(words(4))},
		{"Encode", "ErrNUL", encoding(codec.Options{Mode: codec.Strict}, variant.String("\x00"))},
		{"Encode", "ErrDuplicateKey", encoding(codec.Options{}, variant.NewDictionary(
			variant.Pair{Key: math.Vector2{X: 0.1}},
			variant.Pair{Key: math.Vector2{X: float64(float32(0.1))}}))},
		{"Marshal", "ErrUTF8", second(codec.Marshal("\xff"))},
		{"Marshal", "ErrDuplicateKey", second(codec.Marshal(map[any]int{int8(1): 1, 1: 2}))},
		{"Marshal", "ErrInexact", second(codec.Marshal(decimal.New(1, -1)))},
		{"ToVariant", "ErrRange", second(codec.ToVariant(uint64(1 << 63)))},
		{"ToVariant", "ErrDepth", second(codec.ToVariant(ownSlice()))},
		{"Unmarshal", "ErrTruncated", codec.Unmarshal(nil, new(any))},
		{"Unmarshal", "ErrRange", codec.Unmarshal(words(2, 300), new(int8))},
		{"Unmarshal", "codec.ErrUnknownKey",
			codec.Unmarshal(slices.Concat(words(27, 1), textPacket(4, "a"), nilPacket), new(struct {
				_ struct{} `godot:"strict"`
			}))},
		{"FromVariant", "ErrWrongType", codec.FromVariant(variant.Nil{}, 5)},
		{"exact.Decimal", "ErrRange", second(exact.Decimal(variant.String("x")))},
		{"exact.Decimal", "ErrWrongType", second(exact.Decimal(variant.Nil{}))},
		{"exact.Fixed", "ErrInexact", second(exact.Fixed(decimal.New(1, -3), 2))},
		{"convert.Value", "ErrUnsupported", converting(odd{})},
		{"convert.Value", "ErrDepth", converting(testkit.Endless())},
		{"convert.Value", "ErrLimit", converting(testkit.Doubling(60, variant.Int(1)))},
		{"convert.Stream", "ErrOptions", second(convert.Stream(io.Discard,
			strings.NewReader(""),
			convert.Options{In: savefile.Options{Limits: savefile.Limits{MaxSize: -1}}}))},
		{"convert.File", "ErrOptions", second(convert.File("x", "docs_test.go",
			convert.Options{Out: savefile.Options{Container: savefile.Plain, Password: "a"}}))},
		{"New", "ErrOptions", second(codec.New(codec.Options{Mode: 9}))},
		{"Registry.Register", "ErrOptions", codec.NewRegistry().Register(nil, 0)},
		{"Registry.RegisterText", "ErrOptions", codec.NewRegistry().RegisterText(nil)},
		{"Registry.Replace", "ErrOptions", codec.NewRegistry().Replace(nil)},
		{"tree.Get", "ErrNotFound", second(tree.Get[variant.Int](variant.Dictionary{}, "a"))},
		{"tree.Lookup", "ErrNotFound", second(tree.Lookup(variant.Dictionary{}, "a"))},
		{"tree.Lookup", "ErrWrongType", second(tree.Lookup(variant.Int(1), variant.Path{{}}))},
		{"variant.ParsePath", "ErrNotFound", second(variant.ParsePath("["))},
		{"tree.Match", "ErrSyntax", second(tree.Match(nil, "["))},
		{"tree.Set", "ErrNotFound", setting("a.b", nil)},
		{"tree.Set", "ErrWrongType", setting("i.x", nil)},
		{"tree.Set", "ErrElementType", setting("ints[0]", variant.Bool(true))},
		{"tree.Set", "ErrRange", setting("bytes[0]", variant.Int(256))},
		{"tree.Set", "ErrDuplicateKey", setting("[key 0]", variant.String("ints"))},
		{"tree.Set", "ErrDepth",
			second(tree.Set(testkit.Endless(), make(variant.Path, 2000), nil))},
		{"tree.Delete", "ErrNotFound", second(tree.Delete(editable, "a"))},
		{"tree.Delete", "ErrDepth",
			second(tree.Delete(testkit.Endless(), make(variant.Path, 2000)))},
		{"tree.Delete", "ErrWrongType", second(tree.Delete(variant.Int(1), variant.Path{{}}))},
		{"tree.Patch.Apply", "ErrNotFound", patching(tree.Changed, "i", nil)},
		{"tree.Patch.Apply", "ErrWrongType", patching(tree.Added, "", nil)},
		{"tree.Patch.Apply", "ErrElementType", patching(tree.Added, "ints[0]", nil)},
		{"tree.Patch.Apply", "ErrRange", patching(tree.Added, "bytes[0]", variant.Int(-1))},
		{"tree.Patch.Apply", "ErrDuplicateKey", patching(tree.Added, "i", nil)},
		{"tree.Patch.Apply", "ErrDepth",
			second(tree.Patch{{Path: make(variant.Path, 2000)}}.Apply(testkit.Endless()))},
		{"tree.Diff", "ErrDepth", second(tree.Diff(testkit.Endless(), nil, tree.DiffOptions{}))},
		{"tree.Diff", "ErrUnsupported", second(tree.Diff((*odd)(nil), nil, tree.DiffOptions{}))},
		{"tree.Clone", "ErrDepth", second(tree.Clone(testkit.Endless()))},
		{"tree.Clone", "ErrUnsupported", second(tree.Clone((*odd)(nil)))},
		{"objects.Object.WithParts", "ErrWrongType",
			second(objects.Object{}.WithParts(variant.NewArray(nil).Parts()))},
		{"variant.ElementType.Convert", "ErrElementType",
			second((&variant.ElementType{Type: variant.TypeInt}).Convert(variant.Float(1)))},
		{"packet.Codec.Decode", "ErrTruncated", second(packets.Decode(nil))},
		{"packet.Codec.Append", "ErrSyntax",
			second(packets.Append(nil, packet.SimplifyPath{Number: 1}))},
		{"packet.AppendCompressed", "ErrUnsupported",
			second(packet.AppendCompressed(nil, (*odd)(nil), nil))},
		{"packet.DecodeCompressed", "ErrTruncated", third(packet.DecodeCompressed(nil, nil))},
		{"packet.Protocol.CheckPath", "packet.ErrPath", packets.Protocol().CheckPath("/root")},
		{"packet.Protocol.CheckName", "packet.ErrName", packets.Protocol().CheckName("a/b")},
		{"packet.AppendID", "packet.ErrID", second(packet.AppendID(nil, 0))},
		{"packet.DecodeID", "ErrTruncated", second(packet.DecodeID(nil))},
		{"packet.Frame.Append", "packet.ErrCommand", second(packet.Frame{Kind: 99}.Append(nil))},
		{"packet.DecodeFrame", "ErrTruncated", second(packet.DecodeFrame(nil))},
		{"multiplayer.World.Receive", "multiplayer.ErrPeer",
			second(alone.Receive(2, transport.Message{}))},
		{"multiplayer.World.Connect", "multiplayer.ErrPeer", second(alone.Connect(0))},
		{"multiplayer.Node.Call", "multiplayer.ErrMethod", alone.Node("a").Call(1, "b")},
		{"multiplayer.World.SendBytes", "multiplayer.ErrPeer",
			alone.SendBytes(2, []byte{1}, transport.Reliable, 0)},
		{"multiplayer.World.Synchronize", "",
			second(alone.Synchronize("/root", multiplayer.Instance{}))},
		{"resource.Decode", "ErrTruncated",
			second(resource.Decode([]byte("RSRC"), resource.Options{}))},
		{"resource.File.Lookup", "ErrNotFound", second(new(resource.File).Lookup("a"))},
		{"resource.File.Lookup", "ErrWrongType",
			second((&resource.File{Class: "A"}).Lookup("class.a"))},
		{"resource.ParseUID", "ErrSyntax", second(resource.ParseUID("a"))},
		{"dialect.New", "ErrOptions", second(dialect.New(dialect.Spec{}))},
		{"objects.ParseNodePath", "", second(objects.ParseNodePath("a::b:c"))},
		{"text.Format", "ErrUnsupported",
			second(vartext.Format(math.Vector4{},
				codec.MustNew(codec.Options{Dialect: codec.Godot3})))},
		{"text.Format", "ErrDepth", second(vartext.Format(testkit.Endless(), nil))},
		{"text.Append", "ErrLimit",
			second(vartext.Append(nil, variant.NewArray(variant.Int(100), variant.Int(1)),
				fourBytes))},
		{"text.Form.Format", "ErrInexact",
			second(vartext.Str.Format(math.V2(0.1, 0), exactFinite))},
		{"text.Form.Append", "ErrNotFinite",
			second(vartext.Str.Append(nil, variant.Float(gomath.Inf(1)), exactFinite))},
		{"text.Format", "ErrNUL",
			second(vartext.Format(variant.String("\x00"), nil))},
		{"text.Parse", "ErrSyntax", parsing("]")},
		{"text.Parse", "ErrTruncated", parsing("[")},
		{"text.Parse", "ErrUTF8", parsing("\"\xff\"")},
		{"text.Parse", "ErrElementType", parsing("Array[int]([true])")},
		{"text.Parse", "ErrObject", parsing("Object(Node)")},
		{"text.Parse", "ErrDepth", parsing(strings.Repeat("[", 2000))},
		{"text.Parse", "ErrLimit", second(vartext.Parse("12345", fourBytes))},
		{"text.Parse", "ErrNotFinite", second(vartext.Parse("inf", exactFinite))},
		{"UnmarshalText", "ErrRange",
			new(math.Vector2i).UnmarshalText([]byte("Vector2i(9999999999, 0)"))},
		{"configfile.Parse", "ErrSyntax", second(configfile.Parse("a;", nil))},
		{"configfile.Parse", "ErrNUL",
			second(configfile.Parse("a=\"\x00\"", nil))},
		{"configfile.File.Set", "ErrNUL",
			new(configfile.File).Set("", "a", variant.String("\x00"))},
		{"configfile.File.Set", "ErrUnsupported", new(configfile.File).Set("", "", variant.Nil{})},
		{"configfile.File.Set", "ErrDepth", new(configfile.File).Set("", "a", testkit.Endless())},
		{"configfile.File.Set", "ErrLimit", func() error {
			f := configfile.New(fourBytes)
			return f.Set("", "a", variant.NewArray(variant.Int(100), variant.Int(1)))
		}()},
		{"configfile.File.Rename", "ErrNotFound", new(configfile.File).Rename("", "a", "b")},
		{"configfile.File.Rename", "ErrDuplicateKey",
			config("a=1\nb=2").Rename("", "a", "b")},
		{"configfile.File.Rename", "ErrUnsupported", config("a=1").Rename("", "a", "")},
		{"configfile.File.RenameSection", "ErrNotFound",
			new(configfile.File).RenameSection("a", "b")},
		{"configfile.File.RenameSection", "ErrDuplicateKey",
			config("[a]\n[b]").RenameSection("a", "b")},
		{"configfile.File.RenameSection", "ErrUnsupported",
			config("[a]").RenameSection("a", "")},
		{"configfile.File.AppendProject", "ErrObject", func() error {
			f := configfile.New(nil)
			err := f.Set("", "a", objects.NewObject("Node"))
			if err == nil {
				_, err = f.AppendProject(nil)
			}
			return err
		}()},
		{"configfile.DecodeProject", "ErrSyntax",
			second(configfile.DecodeProject(nil, nil))},
		{"configfile.DecodeProject", "ErrTruncated",
			second(configfile.DecodeProject([]byte("ECFG"), nil))},
		{"configfile.ScanBinary", "ErrSyntax", second(configfile.ScanBinary(nil, nil))},
		{"configfile.ScanBinary", "ErrTruncated",
			second(configfile.ScanBinary([]byte("ECFG"), nil))},
		{"jsonvar.Format", "ErrUTF8", second(jsonvar.Format(variant.String("\xff"), nil))},
		{"MarshalJSON", "ErrDepth", second(testkit.Endless().MarshalJSON())},
		{"jsonvar.Format", "ErrUnsupported", second(jsonvar.Format((*odd)(nil), nil))},
		{"jsonvar.Form.Format", "ErrUnsupported", second(jsonvar.Relaxed.Format((*odd)(nil), nil))},
		{"jsonvar.Form.Format", "ErrDepth", second(jsonvar.Relaxed.Format(testkit.Endless(), nil))},
		{"MarshalText", "ErrUnsupported", second(variant.NewArray((*odd)(nil)).MarshalText())},
		{"MarshalText", "ErrDepth", second(testkit.Endless().MarshalText())},
		{"jsonvar.Parse", "ErrSyntax",
			second(jsonvar.Parse([]byte("]"), nil))},
		{"UnmarshalJSON", "ErrTruncated", new(math.Vector2).UnmarshalJSON([]byte("{"))},
		{"message.Mux.Dispatch", "ErrNotFound", new(message.Mux[int]).Dispatch(0, words(28, 0))},
		{"message.Mux.Dispatch", "ErrWrongType", new(message.Mux[int]).Dispatch(0, words(0))},
		{"message.Mux.Receive", "message.ErrUnknown", new(message.Mux[int]).Receive(0,
			decoder(slices.Concat(words(20, 28, 1), textPacket(4, "a"))))},
		{"message.Mux.Serve", "ErrLimit", new(message.Mux[int]).Serve(0, decoder(words(1<<30)))},
		{"message.Server.ServeConn", "message.ErrJoin", outOfOrder()},
		{"message.Mux.Append", "message.ErrUnknown", second(new(message.Mux[int]).Append(nil, 1))},
		{"message.Mux.Send", "ErrWrongType",
			new(message.Mux[int]).Send(codec.NewEncoder(io.Discard, codec.FrameU32), nil)},
		{"savefile.Decode", "ErrTruncated", unpacking("GCPF", savefile.Options{})},
		{"savefile.Decode", "savefile.ErrFormat", unpacking("GCPF"+string(make([]byte, 12)),
			savefile.Options{})},
		{"savefile.NewReader", "ErrLimit",
			second(savefile.NewReader(bytes.NewReader(append([]byte("GCPF"),
				words(0, 1<<30, 0)...)), savefile.Options{}))},
		{"savefile.Decode", "ErrUnsupported",
			unpacking("GCPF"+string(words(2, 4096, 1, 1)),
				savefile.Options{})},
		{"savefile.Decode", "savefile.ErrKey", unpacking(encrypted(), savefile.Options{})},
		{"savefile.Decode", "savefile.ErrChecksum",
			unpacking(encrypted(), savefile.Options{Password: "b"})},
		{"savefile.Reader.Read", "ErrTruncated", func() error {
			r, err := savefile.NewReader(bytes.NewReader(append([]byte("GCPF"),
				words(0, 4096, 1, 9)...)), savefile.Options{})
			if err == nil {
				_, err = r.Read(make([]byte, 1))
			}
			return err
		}()},
		{"savefile.Inspect", "ErrTruncated",
			second(savefile.Inspect(strings.NewReader("GCPF")))},
		{"savefile.NewWriter", "ErrOptions",
			second(savefile.NewWriter(io.Discard, savefile.Options{IV: make([]byte, 16)}))},
		{"savefile.WriteFileIf", "savefile.ErrChanged", savefile.WriteFileIf(
			filepath.Join(os.TempDir(), "no.save"), savefile.Sum{1}, nil, savefile.Options{})},
		{"savefile.File.CloseIf", "savefile.ErrChanged", func() error {
			f, err := savefile.Create(filepath.Join(os.TempDir(), "no.save"), savefile.Options{})
			if err != nil {
				return err
			}
			return f.CloseIf(savefile.Sum{1})
		}()},
		{"savefile.Create", "savefile.ErrKey",
			second(savefile.Create("x", savefile.Options{Container: savefile.Encrypted4}))},
	}
}

// tooLarge returns errors of values that are larger than a limit. Each needs 64 MiB of text, or 256
// MiB of bytes, so they are for long tests.
func tooLarge() []provokedError {
	blob := make(packed.PackedByteArray, 1<<28)
	doubled := testkit.Doubling(60, variant.String(long))
	return []provokedError{
		{"tree.Diff", "ErrLimit", second(tree.Diff(blob, nil, tree.DiffOptions{}))},
		{"tree.Clone", "ErrLimit", second(tree.Clone(blob))},
		{"MarshalText", "ErrLimit", second(doubled.(variant.Array).MarshalText())},
		{"jsonvar.Format", "ErrLimit", second(jsonvar.Format(doubled, nil))},
		{"jsonvar.Form.Format", "ErrLimit", second(jsonvar.Relaxed.Format(doubled, nil))},
	}
}

// outOfOrder returns the error of a client that sends another message before the message "join".
func outOfOrder() error {
	mux := new(message.Mux[int])
	for _, name := range []string{"join", "say"} {
		message.Handle(mux, name, func(int, *struct{}) error { return nil })
	}

	far, near := transport.Pipe()
	packet, _ := codec.Marshal(map[string]string{"type": "say"})
	go near.Send(transport.Message{Data: packet})
	return (&message.Server[int]{Mux: mux, Join: "join"}).ServeConn(far)
}

// unprovoked has the functions of which the test does not provoke all kinds of errors, each with
// the reason: the error needs too much memory, or the test provokes it with the function after
// "as", or the test of another package provokes it.
var unprovoked = map[string]string{
	"savefile.Encode": "the container ends at 4 GiB", "savefile.WriteFile": "the same",
	"savefile.Writer.Write": "the same", "savefile.File.Write": "the same",
	"message.Client.Receive": "as Mux.Dispatch", "message.Client.Serve": "as Mux.Dispatch",
	"message.Client.Send": "as Mux.Append", "message.Peer.Ping": "as Peer.Send",
	"message.Broadcast": "as Peer.Send", "message.Group.Send": "as Peer.Send",
	"message.Feed.Send": "tested in package message", "message.Replica.Apply": "as tree.ApplyDelta",
	"packet.New": "tested in package packet", "packet.NewProtocol": "the same",
	"packet.Codec.Decode": "the same", "packet.Codec.Append": "the same",
	"packet.Protocol.CheckName": "the same", "packet.DecodeID": "the same",
	"packet.Frame.Append": "the same", "packet.DecodeFrame": "the same",
	"multiplayer.World.Receive": "tested in package multiplayer",
	"multiplayer.World.Route":   "the same", "multiplayer.World.Connect": "the same",
	"multiplayer.Node.Call": "the same", "multiplayer.Node.Set": "the same",
	"multiplayer.World.SendAuth": "the same", "multiplayer.World.CompleteAuth": "the same",
	"multiplayer.World.Spawn": "the same", "multiplayer.World.SpawnData": "the same",
	"multiplayer.World.Synchronize": "the same", "multiplayer.World.Remove": "the same",
	"multiplayer.Entity.Remove": "the same", "multiplayer.World.SetVisible": "the same",
	"multiplayer.World.Join": "the same", "scenes.Read": "tested in package scenes",
	"resource.Decode": "tested in package resource", "resource.ReadFile": "the same",
	"resource.File.Scene": "the same", "resource.File.Synchronizers": "the same",
	"resource.Diff": "the same", "resource.ParseUID": "the same",
	"message.Mux.Check": "tested in package message", "tree.ApplyDelta": "as tree.Set",
	"tree.Patch.Delta": "tested in package tree",
	"rooms.Open":       "tested in package rooms", "rooms.Run": "the same",
	"rooms.Host.Ready": "the same", "rooms.Host.Create": "the same",
	"rooms.Host.Delete": "the same", "rooms.Host.Kick": "the same",
	"rooms.Client.Run": "the same", "rooms.ReadRecord": "the same",
	"rooms.ReadLog": "the same", "rooms.Repair": "the same",
	"ticket.Verify": "tested in package ticket",
}

var (
	packets = func() *packet.Codec {
		c, err := packet.New(packet.Options{})
		if err != nil {
			panic(err)
		}
		return c
	}()
	alone = multiplayer.New(multiplayer.Options{Sender: deaf{}})
)

func decoding(mode codec.Mode, w ...uint32) error {
	return second(codec.MustNew(codec.Options{Mode: mode}).Decode(words(w...)))
}

func encoding(o codec.Options, v variant.Variant) error {
	return second(codec.MustNew(o).Encode(v))
}

var editable = variant.NewDictionary(
	variant.KV("i", variant.Int(1)), variant.KV("bytes", packed.PackedByteArray{1}),
	variant.KV("ints", variant.NewTypedArray(variant.ElementType{Type: variant.TypeInt},
		variant.Int(1))),
)

func setting(path string, x variant.Variant) error { return second(tree.Set(editable, path, x)) }

func patching(kind tree.ChangeKind, path string, x variant.Variant) error {
	steps, err := variant.ParsePath(path)
	if err != nil {
		return err
	}
	return second(tree.Patch{{Kind: kind, Path: steps, New: x}}.Apply(editable))
}

func converting(v variant.Variant) error {
	c := codec.MustNew(codec.Options{Limits: codec.Limits{MaxSize: 1 << 20}})
	return second(convert.Value(v, c, nil))
}

func decoder(data []byte) *codec.Decoder {
	return codec.NewDecoder(bytes.NewReader(data), codec.FrameU32)
}

// ending returns the error of a Decoder after it has decoded the first frame of the argument data.
func ending(data []byte) error {
	d := decoder(data)
	_, _ = d.Decode()
	return d.Err()
}

// Two codecs for functions that read and write text. With fourBytes a text may have at most four
// bytes. The codec exactFinite refuses numbers that are not exact or not finite.
var (
	fourBytes   = codec.MustNew(codec.Options{Limits: codec.Limits{MaxSize: 4}})
	exactFinite = codec.MustNew(codec.Options{Exact: true, Finite: true})
)

func parsing(s string) error { return second(vartext.Parse(s, nil)) }

func unpacking(s string, o savefile.Options) error {
	return third(savefile.Decode([]byte(s), o))
}

func encrypted() string {
	b, _ := savefile.Encode(make([]byte, 16), savefile.Options{Container: savefile.Encrypted4,
		Password: "a"})
	return string(b)
}

// ownSlice returns a slice that contains itself.
func ownSlice() []any {
	s := make([]any, 1)
	s[0] = s
	return s
}

// odd is a value with a custom type that is not registered. countless writes a negative count.
type (
	odd       struct{ variant.Nil }
	countless struct{ variant.Nil }
)

func (odd) Type() variant.Type { return variant.TypeCustom }

func (countless) Encode(w *variant.Writer) error { w.Count(-1); return w.Err() }

// silent returns no bytes and no error. mute writes nothing and returns no error.
type (
	silent struct{}
	mute   struct{}
)

// deaf is a Sender that drops all messages.
type deaf struct{}

func (deaf) Send(int32, transport.Message) error { return nil }

func (deaf) Disconnect(int32) {}

func (silent) Read([]byte) (int, error) { return 0, nil }

func (mute) Write([]byte) (int, error) { return 0, nil }

// TestErrors provokes errors, and requires that codec/ERRORS.md describes them. It also requires
// that each kind in a set of kinds is provoked at least once, and that each kind in the row of a
// function is provoked at least once, unless the function is in unprovoked.
func TestErrors(t *testing.T) {
	sets, rows := errorTables(t)
	all := func(r functionRow) (kinds []string) {
		for _, k := range r.kinds {
			kinds = append(kinds, append(sets[k], k)...)
		}
		return kinds
	}

	errs := provoked()
	if testkit.Long() {
		errs = append(errs, tooLarge()...)
	}

	seen := map[string]bool{}
	for _, p := range errs {
		what := p.function + " " + p.kind
		row, ok := rows[p.function]
		require.True(t, ok, what)
		require.Error(t, p.err, what)
		typ, op := typeOf(p.err)
		assert.Equal(t, row.typ, typ, "%s: %v", what, p.err)
		assert.Equal(t, row.op, op, "%s: %v", what, p.err)
		for name, kind := range kindsByName {
			listed := func(k string) bool { return kindsByName[k] == kind }
			assert.True(t, !errors.Is(p.err, kind) || slices.ContainsFunc(all(row), listed),
				"%s: %v is %s", what, p.err, name)
		}

		if p.kind != "" {
			assert.ErrorIs(t, p.err, kindsByName[p.kind], what)
			for _, k := range row.kinds {
				if k == p.kind || slices.Contains(sets[k], p.kind) {
					seen[k+" "+p.kind] = true
				}
			}
		}
	}

	for name, row := range rows {
		for _, k := range row.kinds {
			if sets[k] == nil && unprovoked[name] == "" {
				assert.True(t, seen[k+" "+k], "%s: %s is not provoked", name, k)
			}
		}
	}

	for name, set := range sets {
		for _, k := range set {
			assert.True(t, seen[name+" "+k], "%s: %s is not provoked", name, k)
		}
	}
}

// typeOf returns the type of an error, as in the first column of the table, and its Op.
func typeOf(err error) (typ, op string) {
	for ; err != nil; err = errors.Unwrap(err) {
		switch e := err.(type) {
		case *variant.Error:
			return "variant", string(e.Op)
		case *savefile.Error:
			return "savefile", string(e.Op)
		case *packet.Error:
			return "packet", string(e.Op)
		case *multiplayer.Error:
			return "multiplayer", string(e.Op)
		}
	}
	return "plain", ""
}

// TestErrorPage compares codec/ERRORS.md with the tables of this package. It also compares the
// tables with the code: the kinds, the Ops, and the functions that return an error.
func TestErrorPage(t *testing.T) {
	requireErrorPage(t)

	sets, rows := errorTables(t)
	listed, ops := map[string]bool{"codec.ErrGoType": true}, map[string]bool{}
	for _, r := range rows {
		ops[r.op] = true
		for _, k := range append(r.kinds, slices.Concat(slices.Collect(maps.Values(sets))...)...) {
			listed[k] = true
		}
	}

	delete(ops, "")
	code := readCode(t)
	assert.Equal(t, sortedKeys(code.ops), sortedKeys(ops), "the Ops in codec/ERRORS.md")

	for _, k := range sortedKeys(code.kinds) {
		// The kinds of package transport are reasons why a client has left. ERRORS.md does not list
		// them.
		if !strings.HasPrefix(k, "transport.") {
			assert.True(t, listed[k], "codec/ERRORS.md has no row with %s", k)
		}
	}

	assert.Equal(t, sortedKeys(code.functions), sortedKeys(rows),
		"the functions in codec/ERRORS.md")
}

// TestNamesOfKinds compares the names of the kinds of all packages with variant.KindOf. Two kinds
// must not have the same name, and two variables must not have the same kind.
func TestNamesOfKinds(t *testing.T) {
	variables := map[string]string{}
	code := readCode(t)
	for _, k := range kindList {
		if k.err == nil {
			assert.Equal(t, k.name, code.names[k.variable], k.variable)
		} else {
			assert.Equal(t, k.name, variant.KindOf(k.err), k.variable)
			assert.Equal(t, k.name, variant.KindOf(fmt.Errorf("around: %w", k.err)), k.variable)
		}
		assert.Empty(t, variables[k.name], "%s has the name of %s", k.variable, variables[k.name])
		variables[k.name] = k.variable
	}

	named := slices.DeleteFunc(sortedKeys(kindsByName), func(k string) bool {
		return strings.HasPrefix(k, "io.")
	})
	assert.Equal(t, sortedKeys(code.kinds), named, "the kinds in the code and in kindList")
}

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// An errorIndex has the names that readCode finds in the source code: Ops, kinds of errors, and
// functions that return an error.
type errorIndex struct {
	ops, kinds, functions map[string]bool
	names                 map[string]string // key: variable of a kind; value: name of the kind
}

var (
	// The Ops that package variant declares, and uses of these Ops in the code.
	opNames    = regexp.MustCompile(`(?m)^\tOp(\w+) +Op = "(.*?)".*\n`)
	opsInCode  = regexp.MustCompile(`\bOp([A-Z]\w+)\b`)
	kindInCode = regexp.MustCompile(`(?m)^(?:var |\t)(Err\w+) .*= `)
	nameInCode = regexp.MustCompile(`(?m)^(?:var |\t)(Err\w+) += variant\.NewKind\("(\w+)"`)
	// A function that returns an error. The groups are its receiver, its name and its parameters.
	functionInCode = regexp.MustCompile(`(?m)^func (?:\(\w* ?\*?(\w+)(?:\[\w+\])?\) )?` +
		`([A-Z]\w*)(?:\[.*?\])?\((.*?)\) (?:error|\(.*\berror\)) \{`)
	// Functions without rows on the page: methods that the page lists once for all types, and
	// functions that make or inspect errors.
	notListed = regexp.MustCompile(`^(Marshal|Unmarshal)(Text|JSON)$|` +
		`^(Unwrap|Because|NewKind|Result)$`)
	ofCursor = regexp.MustCompile(`^\w* ?\*(variant\.)?(Reader|Writer)$`)
)

// readCode reads the source of the public packages.
func readCode(t *testing.T) errorIndex {
	out := errorIndex{map[string]bool{}, map[string]bool{}, map[string]bool{
		"MarshalText": true, "UnmarshalText": true, "MarshalJSON": true,
		"UnmarshalJSON": true,
	}, map[string]string{}}

	kinds, err := os.ReadFile("../../../variant/errors.go")
	require.NoError(t, err)
	named := map[string]string{}
	for _, m := range opNames.FindAllStringSubmatch(string(kinds), -1) {
		named[m[1]] = m[2]
	}

	for dir, prefix := range map[string]string{
		"../../../variant/dialect": "dialect.", "../../../codec/resource": "resource.",
		"../../../codec/multiplayer":          "multiplayer.",
		"../../../codec/multiplayer/packet":   "packet.",
		"../../../codec/multiplayer/scenes":   "scenes.",
		"../../../codec/transport/enet":       "enet.",
		"../../../codec/transport/websocket":  "websocket.",
		"../../../codec/message/rooms":        "rooms.",
		"../../../codec/message/rooms/ticket": "ticket.",
		"../../../variant":                    "variant.", "../../../variant/tree": "tree.",
		"../../../math":   "math.",
		"../../../packed": "packed.", "../../../objects": "objects.",
		"../../../codec": "", "../../../codec/exact": "exact.",
		"../../../codec/inspect": "inspect.", "../../../codec/message": "message.",
		"../../../codec/transport": "transport.", "../../../codec/text": "text.",
		"../../../codec/jsonvar":  "jsonvar.",
		"../../../codec/savefile": "savefile.",
		"../../../codec/convert":  "convert.", "../../../codec/configfile": "configfile.",
	} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		require.NoError(t, err)
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}

			source, err := os.ReadFile(name)
			require.NoError(t, err)
			used := opNames.ReplaceAllLiteral(source, nil)
			for _, m := range opsInCode.FindAllStringSubmatch(string(used), -1) {
				if op, is := named[m[1]]; is { // net.OpError has another Op
					out.ops[op] = true
				}
			}

			for _, m := range kindInCode.FindAllStringSubmatch(string(source), -1) {
				out.kinds[strings.TrimPrefix(cmp.Or(prefix, "codec.")+m[1], "variant.")] = true
			}

			for _, m := range nameInCode.FindAllStringSubmatch(string(source), -1) {
				out.names[prefix+m[1]] = m[2]
			}

			for _, m := range functionInCode.FindAllStringSubmatch(string(source), -1) {
				owner, name := m[1], m[2]
				cursors := prefix == "variant." && (owner == "Reader" || owner == "Writer")
				switch {
				case notListed.MatchString(name), ofCursor.MatchString(m[3]), cursors,
					owner != "" && !token.IsExported(owner):
				case owner != "" && (owner != "Codec" || prefix != ""):
					out.functions[prefix+owner+"."+name] = true
				default:
					out.functions[prefix+name] = true
				}
			}
		}
	}

	return out
}

var words = testkit.Words

var nilPacket = words(0)

func textPacket(id uint32, s string) []byte {
	return append(words(id, uint32(len(s))), s+strings.Repeat("\x00", -len(s)&3)...)
}

// long is 56 bytes of text.
var long = strings.Repeat("a", 56)

// scanned reads all tokens of a packet with a Scanner. After the last token it passes the Scanner
// to the function action, and returns the error of this function.
func scanned(packet []byte, action func(*codec.Scanner) error) error {
	s := codec.NewScanner(packet, nil)
	for s.Next() {
	}
	return action(s)
}
