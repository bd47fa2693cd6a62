// Package probe says what a file is by its first bytes: a resource, a project.binary, a text of
// settings, JSON, a compressed form around one of them, or a file of another program. It has one
// table, in the order in which the forms are tried. Programs and scans ask it, so that all of them
// take a file for the same.
//
// A save has no first bytes of its own: it begins with a length or a type. So a file is read as a
// save if no form of the table can be read, and a form is only a guess until it is read: a save whose
// first record is 376 bytes long begins as zlib does.
package probe
