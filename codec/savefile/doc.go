/*
Package savefile reads and writes Godot's save files. A save file is a container, which may be
compressed or encrypted, of the plain bytes that the game stored. This package takes plain bytes out
of a container, and puts them into one. It does not interpret them. Usually they are records of
store_var, which package codec reads.

	f, err := savefile.Open("user/slot1.save", savefile.Options{Password: "secret"})
	if err != nil {
		return err
	}
	defer f.Close()
	fmt.Println(f.Info()) // GDEC (encrypted, Godot 4): 1432 bytes
	// f is an io.Reader of the plain bytes

[Open] and [NewReader] detect the container. [Create] and [NewWriter] write the container that
[Options] name. [Decode], [Encode], [ReadFile] and [WriteFile] do the same for whole files. [Edit]
changes a file and keeps its container. [Options.Like] writes a file in the container from which
another file was read.

# The containers

	GDScript                                        on disk        here
	FileAccess.open(path, mode)                     plain bytes    Plain
	FileAccess.open_compressed(path, mode, c)       "GCPF" …       Compressed, with Compression c
	FileAccess.open_encrypted(path, mode, key)      "GDEC" …       Encrypted4 with Key
	FileAccess.open_encrypted_with_pass(path, …)    "GDEC" …       Encrypted4 with Password
	the last two with File of Godot 2 and 3         "GDEC" …       Encrypted3

Containers are not nested: Godot either compresses or encrypts.

Compressed files are the same in every version of Godot and in Pandemonium, an engine that began as
a copy of Godot 3. They consist of blocks of 4096 plain bytes, each compressed separately. A reader
returns bytes as blocks arrive, and needs memory for one block and the list of block lengths.

	FastLZ      built in; written byte for byte as the engines do
	Deflate     built in; zlib streams, valid, but often other bytes than from the engine's zlib
	Gzip        built in; likewise
	Zstandard   through Options.Compressors, see below; Godot 3.0 and later
	Brotli      through Options.Compressors; Godot 4 reads it, and no engine writes it

Encrypted files are the plain bytes, padded with zeros and encrypted with AES-256. Godot 2 and 3 and
Pandemonium use ECB mode. Godot 4 uses CFB mode with 128-bit feedback and an initialization vector
(IV). Godot 3 and 4 do not read the encrypted files of each other.

An encrypted file does not say which of the two containers it is. The reader tries each container in
which the length in the header fits the length of the file, and returns the plain bytes that have
the right MD5. A file almost never fits both formats, so the reader seldom decrypts twice. Set
Options.Container to allow only one.

# Zstandard

The standard library has no Zstandard, and this module does not depend on one. The module
codec/savefile/zstd has a Zstandard to import:

	options.Compressors = map[savefile.Compression]savefile.Compressor{
		savefile.Zstandard: zstd.Compressor(),
	}

Any other Compressor has to write a frame for an empty block too, and must not fill more than the
capacity of dst. There is no global registry, and goroutines can share options.

# What the encryption protects

The encryption only prevents a player from reading a save in a text editor:

  - Nothing is authenticated. The MD5 is neither a secret nor a signature: with the key anyone can
    make any file, and with the plain bytes of a Godot 4 save anyone can change its last block
    without the key. A server must not trust a value in a save, such as a player's gold, because the
    save is encrypted.
  - The MD5 of the plain bytes is not encrypted. It shows which saves are equal, and a save with few
    possible contents can be guessed without the key.
  - The exact length is not encrypted.
  - Godot 3 encrypts in ECB mode: equal blocks of 16 bytes are equal in the file, so patterns and
    unchanged parts are visible.
  - The key is usually part of the game, where anyone can find it.
  - A password is hashed once with MD5, without salt. Billions of guesses a second are cheap.
  - Godot up to 4.3 takes IVs from a generator that is not cryptographic. This package takes them
    from crypto/rand.

For anything important, encrypt or sign the plain bytes with, for example, AES-GCM of crypto/cipher,
and store the result in a plain file.

A reader with a key still opens plain files, unless Options.Container requires an encrypted file.

# Files that are not trusted

Lengths and lists of blocks are checked against Options.Limits before anything is allocated, and
against the bytes of the file as they are read. Checksums are checked, too. No input makes the
package panic. The defaults allow 256 MiB of plain bytes, and 512 plain bytes for each byte of a
compressed file. Engines write blocks of 4096 bytes, which shrink to a 256th at most. Set
Limits.MaxSize to the length of the largest save of your game. Reading an encrypted file needs
memory for about twice its plain bytes, and reading a compressed file needs memory for one block.

Errors name the kind (errors.Is with [ErrFormat], [ErrChecksum], [variant.ErrTruncated],
[variant.ErrLimit], [variant.ErrUnsupported], [ErrKey], [variant.ErrOptions]), the container and the
offset:

	godot: read GCPF (compressed) at offset 47: unexpected end of data in block 0

To read a plain file that begins with "GCPF", "GDEC" or "CEDG", set Options.Container to Plain.
Records of store_var under 1 GiB never begin with these letters.

# Writing safely

[Create] and [WriteFile] replace a file atomically, or not at all. A game that reads the file at the
same time gets the old save or the new one.

A program that changes a save reads it, and writes it a moment later. Without a check it would
overwrite what the game has written meanwhile. [SumFile] and [WriteFileIf], or [File.CloseIf], make
this check:

	sum, err := savefile.SumFile(path) // before the file is read
	plain, info, err := savefile.ReadFile(path, options)
	// change plain
	err = savefile.WriteFileIf(path, sum, plain, options.Like(info))
	if errors.Is(err, savefile.ErrChanged) {
		// read it again
	}
*/
package savefile
