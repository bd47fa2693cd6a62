package codec_test

import (
	"fmt"
	gomath "math"
	"strings"

	"godotvariant/codec"
	"godotvariant/math"
	"godotvariant/objects"
	"godotvariant/variant"
)

// The program prints a packet as a tree. It builds only the values without parts.
func ExampleScanner() {
	packet, _ := codec.Encode(variant.NewDictionary(
		variant.KV("name", variant.String("Goblin")),
		variant.KV("path", variant.NewArray(math.Vector2i{X: 1, Y: 2}, math.Vector2i{X: 3, Y: 4})),
	))

	s := codec.NewScanner(packet, nil)
	for s.Next() {
		if s.Kind() == codec.TokenClose || s.IsKey() {
			continue
		}

		line := fmt.Sprintf("%4d %s", s.Offset(), strings.Repeat("  ", s.Depth()))
		if s.Depth() > 0 {
			line += s.Step().String() + " "
		}

		if s.Kind() == codec.TokenOpen {
			fmt.Printf("%s%v of %d\n", line, s.Type(), s.Len())
			continue
		}

		v, _ := s.Value()
		fmt.Printf("%s%v\n", line, v)
	}

	fmt.Println(s.Err())
	// Output:
	//    0 Dictionary of 2
	//   20   ["name"] Goblin
	//   48   ["path"] Array of 2
	//   56     [0] Vector2i(1, 2)
	//   68     [1] Vector2i(3, 4)
	// <nil>
}

// A relay looks at the receiver of a message and passes the payload on without reading it.
func ExampleScanner_Skip() {
	packet, _ := codec.Encode(variant.NewDictionary(
		variant.KV("to", variant.Int(7)),
		variant.KV("payload", variant.NewArray(variant.String("move"), math.Vector3{X: 1})),
	))

	var to int64
	var payload []byte
	s := codec.NewScanner(packet, codec.MustNew(codec.Untrusted()))
	s.Next() // the Dictionary

	for s.Next() && s.Depth() > 0 {
		key := string(s.Text())
		s.Skip() // a key with parts
		s.Next()

		s.Skip()

		switch key {
		case "to":
			to, _ = s.Int()
		case "payload":
			payload = packet[s.Offset():s.End()]
		}
	}

	fmt.Println(to, len(payload), s.Err())
	// Output:
	// 7 36 <nil>
}

// A server counts the values in a packet from an unknown client, and builds none of them. Numbers
// that are not finite are an error, because other players would get them.
func ExampleUntrusted() {
	c := codec.MustNew(codec.Untrusted())
	packet, _ := codec.Encode(variant.NewArray(variant.Int(1), variant.Int(2),
		variant.NewDictionary(variant.KV("at", math.Vector2{X: gomath.NaN()}))))

	counts := map[variant.Type]int{}
	s := codec.NewScanner(packet, c)
	for s.Next() {
		if s.Kind() != codec.TokenClose {
			counts[s.Type()]++
		}
	}

	fmt.Println(counts)
	fmt.Println(variant.KindOf(s.Err()))
	fmt.Println(s.Err())
	// Output:
	// map[int:2 String:1 Dictionary:1 Array:1]
	// not_finite
	// godot: decode $[2]["at"] (Vector2) at offset 48: not finite: nan (the option Finite or the tag finite refuses it)
}

// The program makes an index of a long record once. Then it decodes single parts of the record.
func ExampleScanner_Offset() {
	var players variant.Dictionary
	for i := range 1000 {
		players.Pairs = append(players.Pairs, variant.KV(fmt.Sprint("player ", i),
			variant.NewDictionary(variant.KV("hp", variant.Int(i)))))
	}
	record, _ := codec.Encode(players) // also possible: the bytes of a file

	index := map[string]int{}
	s := codec.NewScanner(record, nil)
	s.Next()
	for s.Next() && s.Depth() > 0 {
		name := string(s.Text())
		s.Next()
		index[name] = s.Offset()
		s.Skip()
	}

	v, _, err := codec.DecodeFirst(record[index["player 437"]:])
	fmt.Println(len(index), v, err)
	// Output:
	// 1000 {"hp": 437} <nil>
}

// If a packet is cut off, a Scanner still finds the values before its end.
func ExampleScanner_Err() {
	packet, _ := codec.Encode(variant.NewDictionary(
		variant.KV("gold", variant.Int(250)),
		variant.KV("bag", variant.NewArray(variant.String("rope"), variant.String("lamp"))),
	))

	s := codec.NewScanner(packet[:len(packet)-2], nil)
	for s.Next() {
		if s.Kind() == codec.TokenValue && !s.IsKey() {
			v, _ := s.Value()
			fmt.Println(s.Path(), "=", v)
		}
	}

	fmt.Println(s.Err())
	fmt.Println(s.Type(), "from", s.Offset(), "read to", s.End(), "in", s.Depth(), "containers")
	// Output:
	// $["gold"] = 250
	// $["bag"][0] = rope
	// godot: decode $["bag"][1] (String) at offset 64: unexpected end of data
	// String from 60 read to 68 in 2 containers
}

// AppendFloats reads the numbers of all vectors without building the vectors.
func ExampleScanner_AppendFloats() {
	packet, _ := codec.Encode(variant.NewArray(math.Vector3{X: 1}, variant.Int(9),
		math.Vector3{Y: 2.5}))

	var numbers []float64
	for s := codec.NewScanner(packet, nil); s.Next(); {
		if s.Type() == variant.TypeVector3 {
			numbers = s.AppendFloats(numbers)
		}
	}

	fmt.Println(numbers)
	// Output:
	// [1 0 0 0 2.5 0]
}

// The properties of a full object have names, which are tokens too.
func ExampleScanner_Text() {
	c := codec.MustNew(codec.Options{FullObjects: true})
	packet, _ := c.Encode(objects.NewObject("Node2D", objects.Prop("visible", variant.Bool(true))))

	for s := codec.NewScanner(packet, c); s.Next(); {
		fmt.Printf("%v %q\n", s.Kind(), s.Text())
	}
	// Output:
	// Open "Node2D"
	// Name "visible"
	// Value ""
	// Close ""
}
