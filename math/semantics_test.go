package math_test

import (
	"image/color"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"godotvariant/codec/text"
	gm "godotvariant/math"
	"godotvariant/variant"
)

// TestResults makes the calls in results.txt: calls of all scalar functions, and calls with extreme
// numbers, with a zero direction, or without a result.
func TestResults(t *testing.T) {
	data, err := os.ReadFile("testdata/results.txt")
	require.NoError(t, err)

	calls := 0
	for line := range strings.Lines(string(data)) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), " #")
		if line == "" || line[0] == '#' {
			continue
		}

		call, result, _ := strings.Cut(line, " = ")
		open := argumentsAt(call)
		args, err := text.Parse("["+call[open+1:len(call)-1]+"]", nil)
		require.NoError(t, err, line)
		want, err := text.Parse(result, nil)
		require.NoError(t, err, line)

		var in []any
		for _, v := range args.(variant.Array).Items {
			in = append(in, fromVariant(v))
		}

		requireResult(t, line, call[:open], in, fromVariant(want))
		calls++
	}

	require.Greater(t, calls, 150)
}

// argumentsAt returns the index of the parenthesis before the arguments of a call.
func argumentsAt(call string) int {
	depth := 0
	for i := len(call) - 1; ; i-- {
		switch call[i] {
		case ')':
			depth++
		case '(':
			depth--
		}
		if depth == 0 {
			return i
		}
	}
}

// requireResult makes a call and checks its result. If results.txt has null, the second result must
// be false.
func requireResult(t *testing.T, line, op string, in []any, want any) {
	typeName, name, _ := strings.Cut(op, ".")
	if f, ok := find(typeName, name); ok && reflect.TypeOf(f).NumOut() == 2 {
		out := results(f, in)
		found := want != any(variant.Nil{})
		require.Equal(t, found, out[1].Bool(), line)
		require.True(t, !found || near(out[0].Interface(), want, 1e-12), "%s: %v", line, out[0])
		return
	}

	got := answer(t, op, in)
	require.True(t, near(got, want, 1e-12), "%s: got %v", line, got)
}

// TestResultsBeyondGodot checks functions that GDScript does not have, and calls that results.txt
// does not have.
func TestResultsBeyondGodot(t *testing.T) {
	arc := gm.QuaternionFromArc(gm.Vector3Up, gm.Vector3Down)
	assert.True(t, arc.Xform(gm.Vector3Up).IsEqualApprox(gm.Vector3Down))
	assert.True(t, gm.BasisLookingAt(gm.Vector3Up, gm.Vector3Up, false).IsFinite())
	assert.False(t, gm.Basis{}.Inverse().IsFinite())
	assert.Equal(t, gm.BasisFromEuler(gm.V3(1, 2, 3), gm.EulerOrderYXZ),
		gm.BasisFromEuler(gm.V3(1, 2, 3), gm.EulerOrder(-1)))

	assert.Equal(t, gm.AABB{}, gm.AABBFromPoints())
	assert.Equal(t, gm.AABB{Position: gm.V3(1, 2, 3), Size: gm.V3(3, 3, 3)},
		gm.AABBFromPoints(gm.V3(1, 5, 3), gm.V3(4, 2, 6), gm.V3(2, 3, 3)))
	assert.Equal(t, gm.NewRect2(2, 1, 3, 3), gm.Rect2FromPoints(gm.V2(5, 1), gm.V2(2, 4)))
	assert.False(t, math.Signbit(gm.Fposmod(math.Copysign(0, -1), 2)), "-0 becomes 0")
	half := gm.V2(1, 0).Slerp(gm.V2(0, 1), 0.5)
	assert.True(t, half.IsEqualApprox(gm.V2(math.Sqrt2/2, math.Sqrt2/2)), "%v", half)
	assert.True(t, math.Signbit(gm.Max(0, math.Copysign(0, -1))), "b, because 0 is not above -0")
	assert.True(t, math.Signbit(gm.Min(0, math.Copysign(0, -1))), "b, because 0 is not below -0")
}

// found returns the first result of a search, or nil if nothing was found.
func found[T any](v T, ok bool) any {
	if ok {
		return v
	}
	return nil
}

// TestEulerAtThePoles: at a quarter turn of the middle axis only the sum or the difference of the
// other two angles matters.
func TestEulerAtThePoles(t *testing.T) {
	for order := gm.EulerOrderXYZ; order <= gm.EulerOrderZYX; order++ {
		for _, x := range []float64{-gm.Pi / 2, 0, gm.Pi / 2} {
			for _, y := range []float64{-gm.Pi / 2, 0, gm.Pi / 2, 3} {
				for _, z := range []float64{-gm.Pi / 2, 0, gm.Pi / 2} {
					b := gm.BasisFromEuler(gm.V3(x, y, z), order)
					require.True(t, gm.BasisFromEuler(b.Euler(order), order).IsEqualApprox(b),
						"%v %v %v %v", order, x, y, z)
				}
			}
		}
	}
}

// TestColorTexts tests texts that are a color, and texts that are not.
func TestColorTexts(t *testing.T) {
	orange := gm.ColorFromRGBA32(0xff8800ff)
	for text := range strings.SplitSeq(",#,ff,fffff,ggg,##fff,ff 8800,0x123456,réd", ",") {
		assert.Nil(t, found(gm.ColorFromHTML(text)), text)
		assert.False(t, gm.IsHTMLColor(text), text)
	}

	for _, name := range []string{"DARK_SLATE_GRAY", "dark slate gray", "Dark-Slate.Gray",
		"dark's lategray"} {
		assert.Equal(t, gm.MustColor("#2f4f4f"), found(gm.ColorByName(name)), name)
	}

	assert.Equal(t, gm.RGBA(1, 1, 1, 0), found(gm.ColorByName("transparent")))
	assert.Nil(t, found(gm.ColorByName("no such color")))
	assert.Equal(t, orange, gm.ColorFromString("no such color", orange))
	assert.Equal(t, gm.RGB(1, 1, 0), gm.MustColor("yellow"))
	assert.PanicsWithValue(t,
		`godot: math.MustColor("no"): neither HTML nor the name of a color`,
		func() { gm.MustColor("no") })
}

// TestColorRoundTrips: a color that is converted to another form and back does not change.
func TestColorRoundTrips(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		c := gm.RGBA(random.Float64(), random.Float64(), random.Float64(), random.Float64())
		require.True(t, gm.ColorFromHSV(c.H(), c.S(), c.V(), c.A).IsEqualApprox(c))
		require.True(t, c.LinearToSRGB().SRGBToLinear().IsEqualApprox(c))

		back := gm.ColorFromOKHSL(c.OKHSLH(), c.OKHSLS(), c.OKHSLL(), c.A)
		for i := range 4 { // OKHSL is defined by approximations, so the result is not exact
			require.InDelta(t, c.At(i), back.At(i), 5e-3)
		}

		n, long := random.Uint32(), random.Uint64()
		of32 := gm.ColorFromRGBA32(n)
		require.Equal(t, n, of32.RGBA32())
		require.Equal(t, of32, found(gm.ColorFromHTML(of32.HTML(true))))
		require.Equal(t, of32, of32.Rounded32(), "survives a packet")
		require.Equal(t, long, gm.ColorFromRGBA64(long).RGBA64())

		solid := color.NRGBA{R: uint8(n), G: uint8(n >> 8), B: uint8(n >> 16), A: 255}
		require.Equal(t, solid, color.NRGBAModel.Convert(gm.ColorFromGo(solid)))
		require.Equal(t, c, gm.ColorFromGo(c))
		r, g, b, a := c.RGBA()
		require.True(t, r <= a && g <= a && b <= a && a <= 0xffff)
	}
}

// TestXformPoints: XformPoints moves each point as Xform does.
func TestXformPoints(t *testing.T) {
	transform := gm.Transform3D{Basis: gm.BasisFromEuler(gm.V3(1, 2, 3), gm.EulerOrderYXZ),
		Origin: gm.V3(4, 5, 6)}
	points := []gm.Vector3{gm.V3(1, 2, 3), gm.V3(-4, 5, 6)}
	flat := gm.Transform2DFromRotation(2, gm.V2(3, 4))
	flatPoints := []gm.Vector2{gm.V2(1, 2), gm.V2(-3, 4)}

	for i, p := range points {
		require.Equal(t, transform.Xform(p), transform.XformPoints(points)[i])
		require.Equal(t, transform.XformInv(p), transform.XformInvPoints(points)[i])
	}
	for i, p := range flatPoints {
		require.Equal(t, flat.Xform(p), flat.XformPoints(flatPoints)[i])
		require.Equal(t, flat.XformInv(p), flat.XformInvPoints(flatPoints)[i])
	}
}
