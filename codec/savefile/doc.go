/*
Package savefile opens and makes the containers of Godot's save files: it turns a file into the plain bytes that the game stored,
and back. What those bytes mean is not its business. Usually they are store_var records, which package codec reads.

	f, err := savefile.Open("user/slot1.save", savefile.Options{Password: "secret"})
	if err != nil {
		return err
	}
	defer f.Close()
	fmt.Println(f.Info()) // GDEC (encrypted, Godot 4): 1432 bytes
	// f is an io.Reader of the plain bytes

[Open] and [NewReader] find out by themselves what they are given. [Create] and [NewWriter] write what [Options] say. [Unpack], [Pack],
[ReadFile] and [WriteFile] do the same for whole files, and [Options.Like] writes a file the way another was read.

# The containers

	GDScript                                        on disk        here
	FileAccess.open(path, mode)                     plain bytes    Plain
	FileAccess.open_compressed(path, mode, c)       "GCPF" …       Compressed, with Compression c
	FileAccess.open_encrypted(path, mode, key)      "GDEC" …       Encrypted4 with Key
	FileAccess.open_encrypted_with_pass(path, …)    "GDEC" …       Encrypted4 with Password
	the last two with File of Godot 2 and 3         "GDEC" …       Encrypted3

Containers don't nest: Godot either compresses or encrypts.

Compressed files are the same in every version of Godot and in Pandemonium. They are cut into blocks of 4096 bytes, each compressed by
itself, so a reader gives out bytes as blocks arrive, and needs memory for one block and the list of their lengths.

	FastLZ      built in; written byte for byte as the engines do
	Deflate     built in; zlib streams, valid but not always the bytes that the engine's zlib makes
	Gzip        built in; likewise
	Zstandard   through Options.Codecs, see below; Godot 3.0 and later
	Brotli      refused, unless Options.Codecs has it. Godot 4 reads it, no engine writes it

Encrypted files are AES-256 over the plain bytes padded with zeros, in ECB mode (Godot 2 and 3, Pandemonium) or in CFB mode with 128-bit
feedback and an IV (Godot 4). Neither version reads the files of the other. A file doesn't say which it is. The reader decrypts with each
layout whose length field agrees with the length of the file, and takes the one with the right MD5. Two layouts practically
never agree with one file (a length field in the wrong place reads as gigabytes), so this costs nothing, and
Options.Format takes the choice away.

# Zstandard

The standard library has no Zstandard, and this module doesn't depend on one. Hand one over; with
github.com/klauspost/compress/zstd that is:

	enc, err := zstd.NewWriter(nil, zstd.WithZeroFrames(true))
	dec, err := zstd.NewReader(nil, zstd.WithDecodeAllCapLimit(true))
	options.Codecs = map[savefile.Compression]savefile.Codec{
		savefile.Zstandard: {
			Compress:   func(dst, src []byte) ([]byte, error) { return enc.EncodeAll(src, dst), nil },
			Decompress: func(dst, src []byte) ([]byte, error) { return dec.DecodeAll(src, dst) },
		},
	}

WithZeroFrames matters for files whose length is a multiple of 4096, WithDecodeAllCapLimit for files from strangers. There is no global
register: two parts of a program can't disturb each other, and options can be shared by goroutines.

# What the encryption is worth

It keeps a curious player from reading a save in a text editor. Don't ask more of it:

  - Nothing is authenticated. The MD5 is no secret and no signature: whoever has the key makes any file, and whoever knows the plain bytes
    of a Godot 4 save can change its last block without the key. Don't trust a save because it decrypts: a server must not
    take a player's gold from one.
  - The MD5 is that of the plain bytes and lies in the clear. Equal saves are seen to be equal, and a save with few possible contents can
    be guessed without the key.
  - The exact length lies in the clear too.
  - Godot 3 encrypts in ECB mode: equal blocks of 16 bytes are equal in the file, so patterns and unchanged parts show.
  - The key usually ships inside the game, where anyone finds it.
  - A password is hashed once with MD5, without salt. Billions of guesses a second are cheap.
  - Godot up to 4.3 takes IVs from a generator that isn't cryptographic. This package takes them from crypto/rand.

For anything that matters, encrypt or sign the plain bytes with something like crypto/cipher's AES-GCM, and store the result in a plain file.

A reader that was given a key still opens plain files unless Options.Format insists on encryption.

# Files from strangers

Lengths, block lists and checksums are claims. They are checked against Options.Limits before anything is allocated and against what
is really there as it is read; no input makes the package panic. The defaults allow 256 MiB of plain bytes, which a small
file can reach honestly: streams compress up to a thousandfold. Set Limits.Size to what your game really writes. Memory is about
twice the plain size for an encrypted file, and one block for a compressed one.

Errors name the kind (errors.Is with [ErrFormat], [ErrChecksum], [ErrTruncated], [ErrLimit], [ErrUnsupported], [ErrKey], [ErrOptions]),
the format and the offset:

	savefile: read GCPF (compressed) at offset 47: unexpected end of file in block 0

A plain file that happens to begin with "GCPF", "GDEC" or "CEDG" needs Options.Format set to Plain. No store_var record under
1 GiB does.

# Writing safely

[Create] and [WriteFile] replace a file at once and whole, or not at all. A game that reads meanwhile gets the old save or the new one.
*/
package savefile
