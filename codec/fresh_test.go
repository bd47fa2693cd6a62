package codec_test

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/codec/internal/live"
	"godotvariant/codec/internal/vectors"
	"godotvariant/internal/testkit"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// TestFreshVectors decodes what an engine writes for random values, which are others in each run,
// and encodes it to the same bytes.
func TestFreshVectors(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		seed, _ := live.Random(t)
		classes, seen := counts{}, map[variant.Type]int{}
		for _, v := range e.Fresh(t, seed, live.Count()) {
			class := "same"
			if out := testkit.Encode(t, e.Codec(v.Full), v.Value); !bytes.Equal(v.Hex, out) {
				class = zeroPadding
				require.True(t, paddingIsZero(v.Hex, out),
					"seed %d, value %d: %s\nours   % x\ntheirs % x",
					seed, v.Line, v.VarToStr, out, []byte(v.Hex))
			}

			classes[class]++
			require.NoError(t, e.Codec(v.Full).Valid(v.Hex))
			countDetection(classes, v, e)

			for _, part := range tree.Walk(v.Value) {
				seen[part.Type()]++
			}
		}

		classes.log(t)
		assert.GreaterOrEqual(t, 10*classes["container: detected"],
			9*(classes["container: detected"]+classes["container: not detected"]))
		for _, typ := range e.Dialect.Types {
			assert.Positive(t, seen[typ], "%v", typ)
		}
	})
}

// countDetection counts whether the engine that wrote a packet comes first. A packet of one number
// or text is the same in several engines.
func countDetection(classes counts, v vectors.Vector, e live.Engine) {
	class := "other value: "
	if typ := v.Value.Type(); typ == variant.TypeArray || typ == variant.TypeDictionary {
		class = "container: "
	}
	if found := codec.Detect(v.Hex); len(found) == 0 ||
		family(found[0].Dialect) != family(e.Dialect) {
		class += "not "
	}
	classes[class+"detected"]++
}

// paddingIsZero reports whether two packets differ only where ours has a zero.
func paddingIsZero(theirs, ours []byte) bool {
	if len(theirs) != len(ours) {
		return false
	}
	for i := range ours {
		if ours[i] != theirs[i] && ours[i] != 0 {
			return false
		}
	}
	return true
}

// TestFreshValues has an engine decode random values, which are others in each run, and encode
// them. Where the bytes differ, the engine has lost something that is known.
func TestFreshValues(t *testing.T) {
	live.Each(t, func(t *testing.T, e live.Engine) {
		seed, random := live.Random(t)
		s := settings{dialect: e.Dialect}

		var questions []live.Question
		for len(questions) < live.Count() {
			questions = append(questions,
				live.Question{Value: newGenerator(s, randomBytes(random, 600)).value()})
		}

		classes := counts{}
		for i, a := range e.Ask(t, questions) {
			ours := testkit.Encode(t, e.Codec(a.Question.Full), a.Question.Value)
			if bytes.Equal(ours, a.Vector.Hex) {
				classes["same"]++
				continue
			}

			lost, known := s.explain(a.Question.Value, ours, a.Vector.Hex)
			if !known {
				t.Errorf("seed %d, value %d:\nours   % x\ntheirs % x\n%#v", seed, i, ours,
					[]byte(a.Vector.Hex), a.Question.Value)
			}

			for class := range strings.SplitSeq(lost, and) {
				classes[class]++
			}
		}

		classes.log(t)
		assert.Greater(t, classes["same"], live.Count()/4)
	})
}

// counts are how many values there are of each class.
type counts map[string]int

func (c counts) log(t testing.TB) {
	t.Helper()
	for _, class := range slices.Sorted(maps.Keys(c)) {
		t.Logf("%7d %s", c[class], class)
	}
}
