// Package edit makes the edits that users ask for: it sets, deletes, renames, inserts, copies and
// moves values. All programs that change files use it. An edit has the same result on the command
// line, in the tree of the terminal and on the page.
//
//	plan, err := op.Plan(edit.NewReader(codec), root)
//	root, err = plan.Patch.Apply(root)
//
// An [Operation] returns a [tree.Patch], which a [Journal] undoes and repeats. A [Pattern] selects
// many values at once. The time of an edit with a Pattern grows with the number of values in the
// file.
//
// # The rule of types
//
// Package gdscript reads what users enter. A value keeps its type:
//
//	place                           entered                        result
//	int                             6, 6.0, 0x10, 1_000            int
//	int                             6.5, 'x', [1]                  refused
//	float                           5, .5, 1e3, INF                float
//	bool                            true, false                    bool; 1 is refused
//	String, StringName, NodePath    text, "text", &"x", ^"x"       the type of the place
//	Vector2                         Vector2i(3, 4)                 Vector2
//	Vector2i                        Vector2(3, 4)                  Vector2i; 3.5 is refused
//	Color                           Color.RED, #ff8000, red        Color
//	packed or typed array           [1, 2.0], PackedInt32Array(1)  item by item by these rules
//	Array, Dictionary               one of the same kind           its items as they are written
//	null, a new key                 any                            as it is written
//	any                             any, with Retype               as it is written
//
// Vector3, Vector4 and Rect2 are like Vector2. If the place has text, entered text may be without
// quotes. Text in quotes is a literal at every place. A value that does not fit is a [*Mismatch],
// which names the type, and the item in an array.
//
// Operators follow the same rule. An int stays an int: only a whole number can be added to it.
// Operators work on vectors component by component. A result out of range is an error.
//
// testdata/types.txt has more rows, with the results in the programs.
package edit
