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

// A car brakes by 4 in a tick, and does not drive backwards.
func ExampleMoveToward() {
	fmt.Println(gm.MoveToward(10, 0, 4), gm.MoveToward(3, 0, 4))
	// Output: 6 0
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

func ExampleIsEqualApprox() {
	tenth := 0.1
	fmt.Println(tenth+0.2 == 0.3, gm.IsEqualApprox(tenth+0.2, 0.3))
	// Output: false true
}
