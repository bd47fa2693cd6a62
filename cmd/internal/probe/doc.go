// Package probe says what a file is: a save, a resource, a project.binary, a text of settings,
// JSON, a compressed form around one of them, or a file of another program. It has one table, in
// the order in which the forms are tried, so that all programs take a file for the same.
//
//	first bytes of their own    containers, resources, files of other programs, gzip, Zstandard
//	zlib                        if it can be read to its end
//	texts                       resource, JSON, base64, ConfigFile: valid UTF-8, after a byte order
//	                            mark, space and comments where the kind has them
//	save                        packets from the first byte to the last one
//	FastLZ                      if what is in it is one of these
//	header                      up to 4 KiB of other data in front of a save or a text
//	damaged save                as much of it as can be read
//
// A form is only a guess until the file is read as that: a save whose first record is 376 bytes
// long begins as zlib does. Then the next form is tried. [Options] finds how the records of a save
// are to be read.
//
// Users can name a kind, and so can the name of a file, see [OfName]. What a name says is not
// followed where the bytes show another kind.
package probe
