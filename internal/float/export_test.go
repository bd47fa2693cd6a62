package float

// These steps of AppendDigits are exported for its tests.
var (
	Grisu       = grisu
	ExactDigits = exactDigits
	Scale       = scale
)
