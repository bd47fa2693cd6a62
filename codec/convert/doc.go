/*
Package convert converts save files from one engine to another. A save file has records, and may be
compressed or encrypted. A record is what one call of store_var writes: an encoded value
with its length before it. The encryption and the encoding differ between engines.

This converts a save that Godot 3 encrypted to one that Godot 4 opens with the same password:

	info, err := convert.File("slot1-4.save", "slot1.save", convert.Options{
		From: codec.MustNew(codec.Options{Dialect: codec.Godot3}),
		To:   codec.MustNew(codec.Options{Dialect: codec.Godot4}),
		In:   savefile.Options{Password: "secret"},
		Report: func(record int, n codec.Note) { log.Printf("record %d: %v", record, n) },
	})

Godot 4 reads it so:

	var f = FileAccess.open_encrypted_with_pass("user://slot1-4.save", FileAccess.READ, "secret")
	while f.get_position() < f.get_length():
		print(f.get_var())

The comment of [codec.Codec.Convert] lists what replaces a value that the other engine does not
have, and which changes are reported. Records are converted one after another, so only one of them
is in memory. Of an encrypted file all plain bytes are in memory, since its header has their
checksum.

A file may have other contents than records, such as JSON or lines of text. Such a file is an error.
If the dialect of a file is not known, [codec.Detect] guesses it from the plain bytes.
*/
package convert
