// Package bounds has only tests. They decode data that was built to be expensive, and measure
// memory and instructions in proportion to the length of the data.
package bounds
