package math_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	gm "godotvariant/math"
)

func TestScalars(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"Lerp", gm.Lerp(0, 4, 0.75), 3},
		{"Lerp beyond", gm.Lerp(1, 2, 3), 4},
		{"InverseLerp", gm.InverseLerp(20, 30, 27), 0.7},
		{"Remap", gm.Remap(75, 0, 100, -1, 1), 0.5},
		{"MoveToward", gm.MoveToward(5, 10, 4), 9},
		{"MoveToward end", gm.MoveToward(10, 5, 9), 5},
		{"MoveToward away", gm.MoveToward(5, 10, -1.5), 3.5},
		{"LerpAngle", gm.LerpAngle(0.1, gm.Tau-0.1, 0.5), 0},
		{"RotateToward", gm.RotateToward(0, gm.Pi/2, 1), 1},
		{"RotateToward end", gm.RotateToward(0, 1, 2), 1},
		{"RotateToward short way", gm.RotateToward(3, -3, 0.2), 3.2},
		{"RotateToward away", gm.RotateToward(0, 1, -9), 1 - gm.Pi},
		{"RotateToward back", gm.RotateToward(0, -1, 0.5), -0.5},
		{"Smoothstep at the step", gm.Smoothstep(1, 1, 1), 0},
		{"Smoothstep", gm.Smoothstep(0, 2, 0.5), 0.15625},
		{"Smoothstep below", gm.Smoothstep(1, 2, 0), 0},
		{"Smoothstep step", gm.Smoothstep(1, 1, 1.5), 1},
		{"Smoothstep step below", gm.Smoothstep(1, 1, 0.5), 0},
		{"Ease 2", gm.Ease(0.5, 2), 0.25},
		{"Ease 0.5", gm.Ease(0.5, 0.5), 0.75},
		{"Ease 1", gm.Ease(0.3, 1), 0.3},
		{"Ease 0", gm.Ease(0.5, 0), 0},
		{"Ease -2", gm.Ease(0.25, -2), 0.125},
		{"Ease -2 second half", gm.Ease(0.75, -2), 0.875},
		{"Ease beyond", gm.Ease(7, 2), 1},
		{"PingPong", gm.PingPong(-3, 3), 3},
		{"PingPong up", gm.PingPong(1, 3), 1},
		{"PingPong down", gm.PingPong(4, 3), 2},
		{"PingPong 0", gm.PingPong(4, 0), 0},
		{"Wrapf", gm.Wrapf(3.5, 0, 3), 0.5},
		{"Wrapf below", gm.Wrapf(-1, 0, 3), 2},
		{"Wrapf empty", gm.Wrapf(5, 2, 2), 2},
		{"Fposmod", gm.Fposmod(-1.5, 4), 2.5},
		{"DegToRad", gm.DegToRad(180), gm.Pi},
		{"RadToDeg", gm.RadToDeg(gm.Pi / 2), 90},
		{"LinearToDB", gm.LinearToDB(10), 20},
		{"DBToLinear", gm.DBToLinear(-20), 0.1},
		{"CubicInterpolate ends", gm.CubicInterpolate(2, 5, 1, 9, 1), 5},
		{"CubicInterpolate line", gm.CubicInterpolate(2, 3, 1, 4, 0.25), 2.25},
		{"CubicInterpolateInTime line", gm.CubicInterpolateInTime(2, 3, 1, 4, 0.25, 1, -1, 2),
			2.25},
		{"CubicInterpolateAngle line", gm.CubicInterpolateAngle(gm.Tau-0.5, 0.5, gm.Tau-1.5, 1.5,
			0.5), gm.Tau},
		{"CubicInterpolateAngleInTime line", gm.CubicInterpolateAngleInTime(-0.5, gm.Tau+0.5, -1.5,
			1.5, 0.5, 1, -1, 2), 0},
		{"BezierInterpolate", gm.BezierInterpolate(0, 0, 8, 8, 0.5), 4},
		{"BezierDerivative", gm.BezierDerivative(0, 0, 8, 8, 0.5), 12},
	} {
		assert.InDelta(t, c.want, c.got, 1e-12, c.name)
	}

	assert.Equal(t, -gm.Inf, gm.LinearToDB(0))
	assert.False(t, math.Signbit(gm.Fposmod(math.Copysign(0, -1), 2)), "-0 becomes 0")
	assert.True(t, math.IsNaN(gm.Fposmod(1, 0)))
}

func TestIntegerScalars(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want int64
	}{
		{"Wrapi", gm.Wrapi(5, 0, 3), 2},
		{"Wrapi below", gm.Wrapi(-1, 0, 3), 2},
		{"Wrapi end", gm.Wrapi(3, 0, 3), 0},
		{"Wrapi empty", gm.Wrapi(5, 2, 2), 2},
		{"NearestPo2 3", gm.NearestPo2(3), 4},
		{"NearestPo2 4", gm.NearestPo2(4), 4},
		{"NearestPo2 0", gm.NearestPo2(0), 0},
		{"NearestPo2 -1", gm.NearestPo2(-1), 0},
		{"NearestPo2 most", gm.NearestPo2(1<<62 - 1), 1 << 62},
		{"NearestPo2 too much", gm.NearestPo2(1<<62 + 1), 0},
	} {
		assert.Equal(t, c.want, c.got, c.name)
	}
}
