// Package live gets values, packets and texts from real engines. Tests use it.
package live

import (
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/enginetest"
	"godotvariant/internal/test/repository"
	"godotvariant/internal/test/vectors"
	"godotvariant/variant"
)

var (
	seed = flag.Uint64("seed", 0,
		"the seed of the values that live engines make; 0: another in each run")
	fresh = flag.Int("fresh", 1500, "how many values a live engine makes, and how many it gets")
)

// An Engine is a Godot engine that is installed on this machine.
type Engine struct {
	*enginetest.Engine
	Dialect *variant.Dialect
	scripts string // ending of the names of the engine's scripts, such as "4.gd"
}

// engines has the engines for which testdata has scripts.
var engines = []struct {
	name    string
	find    func(testing.TB) *enginetest.Engine
	dialect *variant.Dialect
	scripts string
}{
	{"Godot 3", enginetest.Godot3, codec.Godot3, "3.gd"},
	{"Godot 4", enginetest.Godot4, codec.Godot4, "4.gd"},
}

// Each runs a subtest for each engine. It skips the subtest if the engine is not installed. With
// -short it skips the test.
func Each(t *testing.T, test func(t *testing.T, e Engine)) {
	t.Helper()
	if testing.Short() {
		t.Skip("an engine compares many values")
	}

	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) { test(t, Engine{e.find(t), e.dialect, e.scripts}) })
	}
}

// Official returns the engine in a build that is complete and known: for Godot 4 the official web
// build, even if GODOT4 names another program. A program may have been built without the classes of
// 3D games, the last digit of a number in a text may depend on the C library of the program, and a
// program may print lines when it crashes.
func (e Engine) Official(t testing.TB) Engine {
	t.Helper()
	if e.Dialect == codec.Godot4 {
		e.Engine = enginetest.Web4(t)
	}
	return e
}

// Script returns the path of the engine's script: "testdata/live/keys" becomes
// testdata/live/keys3.gd or testdata/live/keys4.gd.
func (e Engine) Script(name string) string { return name + e.scripts }

// Random returns the seed of this run, and a generator with that seed. It logs the seed.
func Random(t testing.TB) (uint64, *rand.Rand) {
	s := *seed
	for s == 0 {
		s = uint64(rand.Uint32())
	}
	t.Logf("to repeat: -seed %d -fresh %d", s, *fresh)
	return s, rand.New(rand.NewPCG(s, 1))
}

// Count returns the number of values that an engine makes in this run. The engine also reads this
// number of values.
func Count() int { return *fresh }

// A Question has a packet for an engine to decode, and texts for it to read.
type Question struct {
	Value variant.Variant
	Full  bool   // the packet may have full objects
	Texts bool   // the engine also returns the texts that it writes for the decoded value
	Text  string // text for str_to_var, or "" for none
	JSON  string // text for JSON.to_native, or "" for none
}

// flags returns the options of q as the byte that the scripts read.
func (q Question) flags() (b byte) {
	if q.Full {
		b |= 1
	}
	if q.Texts {
		b |= 2
	}
	return b
}

// An Answer has an engine's results for a Question.
type Answer struct {
	Question Question
	Vector   vectors.Vector // the engine's packet and texts for the decoded value
	FromText []byte         // the packet for Question.Text
	FromJSON []byte         // the packet for Question.JSON
}

// behindMark is written before each Question.Text, and the scripts remove it. Without it, engines
// would drop a byte order mark at the start of the text.
const behindMark = "="

// part is the largest number of values in one run of a script. The reason is that the web build has
// its files in memory.
const part = 20_000

// Fresh returns random values that the engine has made. The results have the form of the vectors in
// testdata, but the field Value has the value that was decoded from the packet.
func (e Engine) Fresh(t testing.TB, seed uint64, count int) (all []vectors.Vector) {
	t.Helper()

	for begin := 0; begin < count; begin += part {
		env := []string{fmt.Sprintf("SEED=%d", seed+uint64(begin)),
			fmt.Sprintf("COUNT=%d", min(part, count-begin))}
		in := e.run(t, nil, env...)
		for len(in.b) > 0 {
			v := vectors.Vector{Line: len(all), Full: len(in.bytes()) == 1, Hex: in.bytes()}
			in.texts(&v)
			var err error
			v.Value, err = e.Codec(v.Full).Decode(v.Hex)
			require.NoError(t, err, "%v: % x\n%s", e, []byte(v.Hex), v.VarToStr)
			all = append(all, v)
		}
	}

	require.Len(t, all, count)
	return all
}

// Ask lets the engine answer the questions, and returns the answers in the same order.
func (e Engine) Ask(t testing.TB, questions []Question) (all []Answer) {
	t.Helper()

	for len(questions) > 0 {
		now := questions[:min(part, len(questions))]
		questions = questions[len(now):]

		var out []byte
		for _, q := range now {
			packet, err := e.Codec(q.Full).Encode(q.Value)
			require.NoError(t, err, "%v", q.Value)
			for _, b := range [][]byte{{q.flags()}, packet, []byte(behindMark + q.Text),
				[]byte(q.JSON)} {
				out = Frame(out, b)
			}
		}

		in := e.run(t, out, "COUNT=0")
		for _, q := range now {
			a := Answer{Question: q, Vector: vectors.Vector{Line: len(all), Value: q.Value,
				Full: q.Full, Hex: in.bytes()}}
			if q.Texts {
				in.texts(&a.Vector)
			}

			a.FromText, a.FromJSON = in.bytes(), in.bytes()
			all = append(all, a)
		}

		require.Empty(t, in.b)
	}

	return all
}

// Codec returns a codec for the engine's packets. If full is set, it accepts full objects.
func (e Engine) Codec(full bool) *codec.Codec {
	return codec.MustNew(codec.Options{Dialect: e.Dialect, FullObjects: full})
}

// Frame appends the length of b and then b to dst, as store_var and put_var do.
func Frame(dst, b []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(dst, uint32(len(b))), b...)
}

// frames are the records that a script wrote. Before each record is its length.
type frames struct {
	t testing.TB
	b []byte
}

// Frames returns the records of a file, without their lengths.
func Frames(t testing.TB, path string) (all [][]byte) {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	for in := (&frames{t, b}); len(in.b) > 0; {
		all = append(all, in.bytes())
	}
	return all
}

func (f *frames) bytes() []byte {
	f.t.Helper()
	require.GreaterOrEqual(f.t, len(f.b), 4)
	n := 4 + int(binary.LittleEndian.Uint32(f.b))
	require.GreaterOrEqual(f.t, len(f.b), n)
	b := f.b[4:n:n]
	f.b = f.b[n:]
	return b
}

// texts reads the records with the texts of a value.
func (f *frames) texts(v *vectors.Vector) {
	v.VarToStr, v.Str, v.JSONNative = string(f.bytes()), string(f.bytes()), string(f.bytes())
}

// run runs the script of Fresh and Ask, and returns its output.
func (e Engine) run(t testing.TB, in []byte, env ...string) *frames {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "in"), in, 0o600))
	e.Run(t, e.Script(repository.Path("internal", "test", "live", "testdata", "vectors")), dir,
		env...)
	out, err := os.ReadFile(filepath.Join(dir, "out"))
	require.NoError(t, err)

	return &frames{t, out}
}
