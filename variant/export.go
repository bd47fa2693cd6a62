package variant

import "godotvariant/internal"

// Internal returns functions for the other packages of this module. No other
// module can call it.
func Internal(internal.Key) kernel { return kernel{} }

// kernel has the functions of [Internal] as its methods.
type kernel struct{}
