// Package enginejson reads JSON as Godot does, and writes it with other values. Unchanged parts
// keep their bytes: line ends, the layout of each container, and the form of numbers and texts.
//
//	f, err := enginejson.Parse(data, nil)
//	data, err = f.With(root)
//
// # What is read
//
// Engines also read texts that are not valid JSON. Parse reads all texts that Godot 3 or Godot 4
// reads (Godot: JSON.parse, parse_string), and all texts that they write (Godot: JSON.stringify;
// Godot 3: JSON.print, to_json):
//
//	[1, 2,]  {"a": 1,}       a comma at the end
//	"one                     line breaks, tabs and other control characters in a text
//	 two"
//	01  1.  -.5  1e99999     numbers; the last one is infinite
//	inf  -inf  nan           what engines write for such floats, and do not read themselves
//	{"a": 1}                 values that follow each other, one on each line; games read each line
//	{"a": 2}                 with the class JSON
//	a byte order mark        at the beginning, where FileAccess.get_as_text drops it
//
// Characters up to U+0020 are space. A number without a point and exponent is an int. Any other
// number is a float. Engines read both as floats. If an object has a key twice, the last value
// counts.
//
// # What is written
//
// A new value has the layout of its neighbors. Values must be of type null, bool, int, float,
// String, Array or Dictionary. The keys of a Dictionary must be Strings. An infinite float is
// written as 1e99999, which engines read. A new NaN is an error.
package enginejson
