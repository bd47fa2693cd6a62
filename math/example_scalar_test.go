package math_test

import (
	"fmt"

	gm "godotvariant/math"
)

// A health bar follows the health by a tenth of the way in each frame.
func ExampleLerp() {
	shown, health := 100.0, 40.0
	for range 3 {
		shown = gm.Lerp(shown, health, 0.1)
		fmt.Printf("%.1f\n", shown)
	}
	// Output:
	// 94.0
	// 88.6
	// 83.7
}

// How much of the way from 10 m to 50 m is a listener at 20 m?
func ExampleInverseLerp() {
	fmt.Println(gm.InverseLerp(10, 50, 20))
	// Output: 0.25
}

// The speed of an engine, 800 to 6800 turns a minute, becomes the angle of a needle.
func ExampleRemap() {
	fmt.Println(gm.Remap(3800, 800, 6800, -120, 120))
	// Output: 0
}

// A turret turns from 350 to 10 degrees through 0.
func ExampleLerpAngle() {
	angle := gm.LerpAngle(gm.DegToRad(350), gm.DegToRad(10), 0.5)
	fmt.Println(gm.Snapped(gm.RadToDeg(angle), 1))
	// Output: 360
}

func ExampleAngleDifference() {
	right := gm.AngleDifference(gm.DegToRad(350), gm.DegToRad(10))
	left := gm.AngleDifference(gm.DegToRad(10), gm.DegToRad(350))
	fmt.Println(gm.Snapped(gm.RadToDeg(right), 1), gm.Snapped(gm.RadToDeg(left), 1))
	// Output: 20 -20
}

// A turret turns by at most 15 degrees in a tick.
func ExampleRotateToward() {
	angle := 0.0
	for range 3 {
		angle = gm.RotateToward(angle, gm.DegToRad(40), gm.DegToRad(15))
		fmt.Println(gm.Snapped(gm.RadToDeg(angle), 1))
	}
	// Output:
	// 15
	// 30
	// 40
}

// A car brakes by 4 in a tick, and does not drive backwards.
func ExampleMoveToward() {
	fmt.Println(gm.MoveToward(10, 0, 4), gm.MoveToward(3, 0, 4))
	// Output: 6 0
}

// Fog begins at 10 m and is complete at 30 m.
func ExampleSmoothstep() {
	for _, distance := range []float64{5, 10, 15, 20, 30} {
		fmt.Println(gm.Smoothstep(10, 30, distance))
	}
	// Output:
	// 0
	// 0
	// 0.15625
	// 0.5
	// 1
}

func ExampleEase() {
	for _, curve := range []float64{1, 2, 0.5, -2} {
		fmt.Println(gm.Ease(0.25, curve))
	}
	// Output:
	// 0.25
	// 0.0625
	// 0.4375
	// 0.125
}

// A lift was seen at 0, 10, 20 and 20 m. The curve goes from 10 to 20 m.
func ExampleCubicInterpolate() {
	for _, weight := range []float64{0, 0.25, 0.5, 1} {
		fmt.Println(gm.CubicInterpolate(10, 20, 0, 20, weight))
	}
	// Output:
	// 10
	// 12.734375
	// 15.625
	// 20
}

func ExampleCubicInterpolateAngle() {
	degrees := gm.DegToRad
	angle := gm.CubicInterpolateAngle(degrees(350), degrees(10), degrees(330), degrees(30), 0.5)
	fmt.Println(gm.Snapped(gm.RadToDeg(angle), 1))
	// Output: 360
}

// A player was at 0, 10, 20 and 40 m at the times -1, 0, 1 and 3 s.
func ExampleCubicInterpolateInTime() {
	fmt.Printf("%.2f\n", gm.CubicInterpolateInTime(10, 20, 0, 40, 0.5, 1, -1, 3))
	// Output: 15.00
}

func ExampleCubicInterpolateAngleInTime() {
	degrees := gm.DegToRad
	angle := gm.CubicInterpolateAngleInTime(degrees(350), degrees(0), degrees(340), degrees(20),
		0.5, 1, -1, 3)
	fmt.Println(gm.Snapped(gm.RadToDeg(angle), 1))
	// Output: 355
}

// A jump: it starts at 0, ends at 0 and is pulled up to 4 in between.
func ExampleBezierInterpolate() {
	for _, t := range []float64{0, 0.25, 0.5, 1} {
		fmt.Println(gm.BezierInterpolate(0, 4, 4, 0, t))
	}
	// Output:
	// 0
	// 2.25
	// 3
	// 0
}

// The same jump rises at first, stands still at the top and falls.
func ExampleBezierDerivative() {
	for _, t := range []float64{0, 0.5, 1} {
		fmt.Println(gm.BezierDerivative(0, 4, 4, 0, t))
	}
	// Output:
	// 12
	// 0
	// -12
}

func ExampleClamp() {
	fmt.Println(gm.Clamp(120, 0, 100), gm.Clamp(-5, 0, 100), gm.Clamp(50, 0, 100))
	// Output: 100 0 50
}

func ExampleMax() {
	fmt.Println(gm.Max(1, 2), gm.Max(gm.NaN, 0))
	// Output: 2 0
}

func ExampleMin() {
	fmt.Println(gm.Min(1, 2), gm.Min(gm.NaN, 0))
	// Output: 1 0
}

func ExampleSign() {
	fmt.Println(gm.Sign(-3.5), gm.Sign(0), gm.Sign(2))
	// Output: -1 0 1
}

// A tile of 16 pixels, and a volume in steps of 0.25.
func ExampleSnapped() {
	fmt.Println(gm.Snapped(37, 16), gm.Snapped(0.4, 0.25), gm.Snapped(-2.5, 1))
	// Output: 32 0.5 -2
}

// The hour of a day that began 30.5 hours ago, and of one that begins in 1.5 hours.
func ExampleFposmod() {
	fmt.Println(gm.Fposmod(30.5, 24), gm.Fposmod(-1.5, 24))
	// Output: 6.5 22.5
}

// The chunk column of a block, for chunks of 16.
func ExamplePosmod() {
	fmt.Println(gm.Posmod(37, 16), gm.Posmod(-1, 16))
	// Output: 5 15
}

// A ship that leaves the screen on the right comes back on the left.
func ExampleWrapf() {
	fmt.Println(gm.Wrapf(805, 0, 800), gm.Wrapf(-5, 0, 800))
	// Output: 5 795
}

// The next and the previous entry of a menu with 4 entries.
func ExampleWrapi() {
	fmt.Println(gm.Wrapi(3+1, 0, 4), gm.Wrapi(0-1, 0, 4))
	// Output: 0 3
}

// A guard walks 10 m to and fro.
func ExamplePingPong() {
	for _, walked := range []float64{4, 10, 13, 22} {
		fmt.Println(gm.PingPong(walked, 10))
	}
	// Output:
	// 4
	// 10
	// 7
	// 2
}

// The size of a texture that holds a picture of 300 pixels.
func ExampleNearestPo2() {
	fmt.Println(gm.NearestPo2(300), gm.NearestPo2(512))
	// Output: 512 512
}

func ExampleDegToRad() {
	fmt.Println(gm.DegToRad(180) == gm.Pi)
	// Output: true
}

func ExampleRadToDeg() {
	fmt.Println(gm.RadToDeg(gm.Tau))
	// Output: 360
}

// Half of the amplitude is about 6 decibels less.
func ExampleLinearToDB() {
	fmt.Printf("%.2f %.2f\n", gm.LinearToDB(0.5), gm.LinearToDB(1))
	// Output: -6.02 0.00
}

func ExampleDBToLinear() {
	fmt.Printf("%.2f %.2f\n", gm.DBToLinear(-6), gm.DBToLinear(0))
	// Output: 0.50 1.00
}

func ExampleIsEqualApprox() {
	tenth := 0.1
	fmt.Println(tenth+0.2 == 0.3, gm.IsEqualApprox(tenth+0.2, 0.3))
	// Output: false true
}

func ExampleIsZeroApprox() {
	fmt.Println(gm.IsZeroApprox(0.000001), gm.IsZeroApprox(0.001))
	// Output: true false
}

// A server refuses numbers that would make a player vanish.
func ExampleIsFinite() {
	fmt.Println(gm.IsFinite(1e300), gm.IsFinite(gm.Inf), gm.IsFinite(gm.NaN))
	// Output: true false false
}
