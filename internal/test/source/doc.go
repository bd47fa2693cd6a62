// Package source finds the packages of the repository, parses them and checks their types.
package source
