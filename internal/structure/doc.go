// Package structure has no code but tests of how the module is built: which package imports
// which, and that references between the files of a package run one way.
package structure
