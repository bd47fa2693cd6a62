package float

// The steps of AppendDigits, for its tests.
var (
	Grisu       = grisu
	ExactDigits = exactDigits
	Scale       = scale
)
