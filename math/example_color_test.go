package math_test

import (
	"fmt"
	"image/color"

	gm "godotvariant/math"
	"godotvariant/math/colornames"
)

func ExampleMustColor() {
	fmt.Println(gm.MustColor("#ff8000").HTML(false), gm.MustColor("orange").HTML(false))
	// Output: ff8000 ffa500
}

func ExampleRGB() {
	fmt.Println(gm.RGB(1, 0.5, 0))
	// Output: Color(1, 0.5, 0, 1)
}

func ExampleRGBA() {
	fmt.Println(gm.RGBA(1, 0.5, 0, 0.25))
	// Output: Color(1, 0.5, 0, 0.25)
}

func ExampleColorFromRGBA8() {
	fmt.Println(gm.ColorFromRGBA8(255, 51, 0, 255))
	// Output: Color(1, 0.2, 0, 1)
}

func ExampleColorFromRGBA32() {
	c := gm.ColorFromRGBA32(0xff3300ff)
	fmt.Printf("%v %#x\n", c, c.RGBA32())
	// Output: Color(1, 0.2, 0, 1) 0xff3300ff
}

func ExampleColorFromRGBA64() {
	c := gm.ColorFromRGBA64(0xffff_3333_0000_ffff)
	fmt.Printf("%v %#x\n", c, c.RGBA64())
	// Output: Color(1, 0.2, 0, 1) 0xffff33330000ffff
}

// A pixel of a picture with a high dynamic range.
func ExampleColorFromRGBE9995() {
	fmt.Println(gm.ColorFromRGBE9995(0x80010080))
	// Output: Color(0.5, 0.5, 0, 1)
}

// The first three of six players get colors that differ as much as possible.
func ExampleColorFromHSV() {
	for player := range 3 {
		fmt.Println(gm.ColorFromHSV(float64(player)/6, 1, 1, 1).HTML(false))
	}
	// Output:
	// ff0000
	// ffff00
	// 00ff00
}

// An orange and a blue that look equally light.
func ExampleColorFromOKHSL() {
	fmt.Println(gm.ColorFromOKHSL(0.1, 0.8, 0.6, 1).HTML(false),
		gm.ColorFromOKHSL(0.6, 0.8, 0.6, 1).HTML(false))
	// Output: e16645 2fa0b9
}

func ExampleColorFromHTML() {
	fmt.Println(gm.ColorFromHTML("#f00"))
	fmt.Println(gm.ColorFromHTML("red"))
	// Output:
	// Color(1, 0, 0, 1) true
	// Color(0, 0, 0, 1) false
}

func ExampleIsHTMLColor() {
	fmt.Println(gm.IsHTMLColor("#ff8800"), gm.IsHTMLColor("orange"))
	// Output: true false
}

// A player may name a color. Anything else becomes white.
func ExampleColorFromString() {
	for _, text := range []string{"#00f", "Dark Green", "my favorite"} {
		fmt.Println(gm.ColorFromString(text, colornames.White).HTML(false))
	}
	// Output:
	// 0000ff
	// 006400
	// ffffff
}

func ExampleColorFromGo() {
	fmt.Println(gm.ColorFromGo(color.NRGBA{R: 255, G: 51, A: 255}))
	// Output: Color(1, 0.2, 0, 1)
}

func ExampleColorFromArray() {
	c := gm.ColorFromArray([4]float64{1, 0.5, 0, 1})
	fmt.Println(c, c.Array())
	// Output: Color(1, 0.5, 0, 1) [1 0.5 0 1]
}
