/*
Package convert converts values and save files from one engine to another. [Value] converts a value,
[File] and [Stream] convert saves. A save file has records, and may be
compressed or encrypted. A call of store_var writes one record: an encoded value with its length
before it. The encryption and the encoding differ between engines.

This example converts a file that Godot 3 encrypted. Godot 4 opens the new file with the same
password:

	info, err := convert.File("slot1-4.save", "slot1.save", convert.Options{
		From: codec.MustNew(codec.Options{Dialect: codec.Godot3}),
		To:   codec.MustNew(codec.Options{Dialect: codec.Godot4}),
		In:   savefile.Options{Password: "secret"},
		Report: func(record int, n convert.Note) { log.Printf("record %d: %v", record, n) },
	})

Godot 4 reads the new file with this script:

	var f = FileAccess.open_encrypted_with_pass("user://slot1-4.save", FileAccess.READ, "secret")
	while f.get_position() < f.get_length():
		print(f.get_var())

The comment of [Value] lists the replacements for values that the other engine does
not have, and the changes that are reported.

File and Stream convert one record after another, and a record in pieces: they need memory for the
bytes of the longest record, and not for its value. The pieces are the values that are neither an
Array nor a Dictionary, such as a packed array or an object. A Dictionary is a piece if keys of it
are equal, and so is a typed container with a part that does not have the type in the other engine.
An encrypted file is in memory as a whole, because its header has the checksum of the plain bytes.

A file without records, such as JSON or lines of text, is an error. If the dialect of a file is not
known, Detect of package codec/inspect guesses it from the plain bytes.
*/
package convert
