package text

// Sorted is what puts a dictionary's pairs into the engine's order.
var Sorted = sorted
