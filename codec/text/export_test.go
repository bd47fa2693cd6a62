package text

// Unexported things that tests need.
var (
	Sorted      = sorted
	AppendGrisu = appendGrisu
	Scale       = scale
	Log10       = log10
	Log10Single = log10Single
)
