package dialect

import "strconv"

// constant returns the name of the constant x. If x is not a constant, it returns the conversion of
// the number to its type, such as IntRule(9).
func constant[T ~uint8](names []string, x T, typ string) string {
	if int(x) < len(names) {
		return names[x]
	}
	return typ + "(" + strconv.Itoa(int(x)) + ")"
}
