/*
Package savefile reads and writes the containers of Godot's save files: it returns the plain bytes
that the game stored, and puts plain bytes into a container. It does not interpret the plain bytes.
Usually they are store_var records, which package codec reads.

	f, err := savefile.Open("user/slot1.save", savefile.Options{Password: "secret"})
	if err != nil {
		return err
	}
	defer f.Close()
	fmt.Println(f.Info()) // GDEC (encrypted, Godot 4): 1432 bytes
	// f is an io.Reader of the plain bytes

[Open] and [NewReader] detect the container. [Create] and [NewWriter] write the container that
[Options] name. [Unpack], [Pack], [ReadFile] and [WriteFile] do the same for whole files, and
[Options.Like] writes a file in the container that another was read from.

# The containers

	GDScript                                        on disk        here
	FileAccess.open(path, mode)                     plain bytes    Plain
	FileAccess.open_compressed(path, mode, c)       "GCPF" …       Compressed, with Compression c
	FileAccess.open_encrypted(path, mode, key)      "GDEC" …       Encrypted4 with Key
	FileAccess.open_encrypted_with_pass(path, …)    "GDEC" …       Encrypted4 with Password
	the last two with File of Godot 2 and 3         "GDEC" …       Encrypted3

Containers are not nested: Godot either compresses or encrypts.

Compressed files are the same in every version of Godot and in Pandemonium, an engine that began as a
copy of Godot 3. They consist of blocks of
4096 plain bytes, each compressed separately. A reader returns bytes as blocks arrive, and needs
memory for one block and the list of block lengths.

	FastLZ      built in; written byte for byte as the engines do
	Deflate     built in; zlib streams, valid but not always the same bytes as from the engine's zlib
	Gzip        built in; likewise
	Zstandard   through Options.Codecs, see below; Godot 3.0 and later
	Brotli      an error without a codec in Options.Codecs. Godot 4 reads it, no engine writes it

Encrypted files are the plain bytes, padded with zeros, in AES-256: in ECB mode (Godot 2 and 3,
Pandemonium) or in CFB mode with 128-bit feedback and an IV (Godot 4). Neither version reads the files
of the other. A file does not say which layout it has. The reader decrypts with each layout whose length
field fits the length of the file, and returns the result with the right MD5. It practically never
happens that both layouts fit (in the wrong layout the length is gigabytes), so this costs nothing. Set
Options.Format to allow only one.

# Zstandard

The standard library has no Zstandard, and this module does not depend on one. Pass one in the
options. With github.com/klauspost/compress/zstd that is:

	enc, err := zstd.NewWriter(nil, zstd.WithZeroFrames(true))
	dec, err := zstd.NewReader(nil, zstd.WithDecodeAllCapLimit(true))
	options.Codecs = map[savefile.Compression]savefile.Codec{
		savefile.Zstandard: {
			Compress:   func(dst, src []byte) ([]byte, error) { return enc.EncodeAll(src, dst), nil },
			Decompress: func(dst, src []byte) ([]byte, error) { return dec.DecodeAll(src, dst) },
		},
	}

WithZeroFrames is for files whose length is a multiple of 4096, WithDecodeAllCapLimit for files from
strangers. There is no global registry: parts of a program cannot disturb each other, and goroutines
can share options.

# What the encryption is worth

It keeps a player from reading a save in a text editor, and no more:

  - Nothing is authenticated. The MD5 is neither a secret nor a signature: with the key anyone can make
    any file, and with the plain bytes of a Godot 4 save anyone can change its last block without the
    key. A server must not trust a save because it decrypts, for instance a player's gold in it.
  - The MD5 of the plain bytes is not encrypted. It shows which saves are equal, and a save with few
    possible contents can be guessed without the key.
  - The exact length is not encrypted.
  - Godot 3 encrypts in ECB mode: equal blocks of 16 bytes are equal in the file, so patterns and
    unchanged parts are visible.
  - The key is usually part of the game, where anyone can find it.
  - A password is hashed once with MD5, without salt. Billions of guesses a second are cheap.
  - Godot up to 4.3 takes IVs from a generator that is not cryptographic. This package takes them from
    crypto/rand.

For anything important, encrypt or sign the plain bytes with, for example, AES-GCM of crypto/cipher,
and store the result in a plain file.

A reader with a key still opens plain files, unless Options.Format requires an encrypted one.

# Files from strangers

Lengths, block lists and checksums are checked against Options.Limits before anything is allocated, and
against the bytes of the file as they are read. No input makes the package panic. The defaults allow
256 MiB of plain bytes. A small file can contain that much: streams compress up to a thousandfold. Set
Limits.Size to what your game really writes. An encrypted file needs memory for about twice the plain
bytes, a compressed one for one block.

Errors name the kind (errors.Is with [ErrFormat], [ErrChecksum], [ErrTruncated], [ErrLimit],
[ErrUnsupported], [ErrKey], [ErrOptions]), the format and the offset:

	savefile: read GCPF (compressed) at offset 47: unexpected end of data in block 0

To read a plain file that begins with "GCPF", "GDEC" or "CEDG", set Options.Format to Plain. Store_var
records under 1 GiB never begin so.

# Writing safely

[Create] and [WriteFile] replace a file atomically, or not at all. A game that reads it at the same
time gets the old save or the new one.
*/
package savefile
