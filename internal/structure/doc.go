// Package structure holds how the module is built: its tests say which package imports which, and
// [Circles] that references between the files of a package run one way.
package structure
