// Package structure checks the structure of the module. Its tests say which package may import
// which. [Circles] finds files of a package that refer to each other.
package structure
