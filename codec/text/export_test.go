package text

// Unexported things that tests need.
var (
	Sorted      = sorted
	AppendGrisu = appendGrisu
	Scale       = scale
)
