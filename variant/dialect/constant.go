package dialect

import "strconv"

// constant returns the name of the constant x. A number without one is shown as a conversion to its
// type.
func constant[T ~uint8](names []string, x T, typ string) string {
	if int(x) < len(names) {
		return names[x]
	}
	return typ + "(" + strconv.Itoa(int(x)) + ")"
}
