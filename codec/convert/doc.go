/*
Package convert converts save files from one engine to another. A save file is a container, plain,
compressed or encrypted, of records. A record is one call of store_var: a value, encoded, with its
length before it. The containers and the encoding differ between engines. A save that Godot 3 encrypted
becomes one that Godot 4 opens with the same password:

	info, err := convert.File("slot1-4.save", "slot1.save", convert.Options{
		From: codec.MustNew(codec.Options{Dialect: codec.Godot3}),
		To:   codec.MustNew(codec.Options{Dialect: codec.Godot4}),
		In:   savefile.Options{Password: "secret"},
		Report: func(record int, n codec.Note) { log.Printf("record %d: %v", record, n) },
	})

In GDScript:

	var f = FileAccess.open_encrypted_with_pass("user://slot1-4.save", FileAccess.READ, "secret")
	while f.get_position() < f.get_length():
		print(f.get_var())

[codec.Codec.Convert] says what becomes of a value that the other engine does not have, and what the
report says of it. Records are converted one after another, so only one of them is in memory; the
plain bytes of an encrypted file are, since its header has their checksum.

A file may hold other things than records, such as JSON or lines of text. Such a file is an error, and
[codec.Detect] tells what is in one.
*/
package convert
