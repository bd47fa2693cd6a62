// Package probe detects the form of a file: a save, a resource, a project.binary, a text of
// settings, JSON, a compressed form around one of them, or a file of another program. It has one
// table, in the order in which the forms are tried, so that all programs detect the same form.
//
//	form                        how it is detected
//	container, resource,        by the fixed first bytes of the form
//	project.binary, gzip,
//	Zstandard, other program
//	zlib                        can be read to its end
//	text of a resource, JSON,   valid UTF-8. Space, comments and byte order marks may come first,
//	base64, ConfigFile          if the kind allows them
//	save                        packets from the first byte to the last one
//	FastLZ                      its content has one of these forms
//	header                      up to 4 KiB of other data in front of a resource or project.binary,
//	                            a save, or a text
//	plain text                  no other form, and the program reads plain text
//	damaged save                a part of it can be read
//
// A form is only a guess until the file was read in this form. For example, a save whose first
// record is 376 bytes long begins like zlib. If the file can't be read, the next form is tried.
// [Options] detects the dialect and the framing of a save.
//
// Users can name a kind. The ending of the file's name may also belong to a kind, see [OfName], but
// it is ignored if the bytes show another kind.
package probe
