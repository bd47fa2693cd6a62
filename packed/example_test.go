package packed_test

import (
	"fmt"
	"slices"

	"godotvariant/packed"
)

func Example() {
	path := packed.PackedVector2Array{{X: 0, Y: 0}, {X: 10, Y: 2.5}}
	length := 0.0
	for i := 1; i < len(path); i++ {
		length += path[i].DistanceTo(path[i-1])
	}
	fmt.Printf("%v is %.2f long\n", path, length)

	scores := packed.PackedInt32Array{30, 10, 20}
	slices.Sort(scores)
	fmt.Println(scores)
	fmt.Println(packed.PackedStringArray{"a", "b"})
	// Output:
	// PackedVector2Array(0, 0, 10, 2.5) is 10.31 long
	// PackedInt32Array(10, 20, 30)
	// PackedStringArray("a", "b")
}
