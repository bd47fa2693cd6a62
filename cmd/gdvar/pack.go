package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"godotvariant/cmd/gdvar/document"
	"godotvariant/cmd/gdvar/files"
	"godotvariant/cmd/gdvar/kinds"
	"godotvariant/codec"
	"godotvariant/codec/savefile"
)

// An unpacker is the command unpack, with its flags.
type unpacker struct {
	*app
	outputFile
	keep  bool
	layer string
}

func (a *app) unpackCommand() *cobra.Command {
	u := &unpacker{app: a}

	c := &cobra.Command{
		Use:   "unpack FILE [-o OUT]",
		Short: "Take the container off a file, whatever is in it",
		Long: `unpack writes the plain bytes of a file: what is in the container of open_compressed
or open_encrypted, and in gzip, zlib, zstd or base64. They may be anything, such as JSON text. pack
--like FILE puts them back.

What PackedByteArray.compress returns is opened as well: deflate, gzip and zstd show themselves, and
FastLZ, the usual one, is named by --layer fastlz. How long the bytes are is found.`,
		Example: `  gdvar unpack --password-file password.txt save.dat | jq .
  gdvar unpack save.dat -o save.json`,
		Args: usage(cobra.ExactArgs(1)),
	}

	u.addOutput(c, stdin)
	c.Flags().BoolVar(&u.keep, "container-only", false, "keep gzip, zlib, zstd and base64")
	c.Flags().StringVar(&u.layer, "layer", "", "take off this `layer`, which nothing shows: fastlz")
	c.MarkFlagsMutuallyExclusive("container-only", "layer")
	c.RunE = func(_ *cobra.Command, args []string) error { return named(args[0], u.run(args[0])) }

	return c
}

// run writes the plain bytes of a file.
func (u *unpacker) run(name string) error {
	if u.output != stdin && sameFile(name, u.output) {
		return fmt.Errorf("%s is the file itself: name another one", u.output)
	}
	if err := u.free(); err != nil {
		return err
	}

	plain, layers, err := u.unpacked(name)
	if err != nil {
		return err
	}

	if u.keep && len(layers) > 0 {
		plain = layers[0].Outer
	}

	if u.layer != "" {
		plain, err = u.opened(plain)
		if err != nil {
			return err
		}
	}

	return u.writeFile(u.output, func(w io.Writer) error {
		_, err := w.Write(plain)
		return err
	})
}

// opened returns what is in the layer that is named.
func (u *unpacker) opened(plain []byte) ([]byte, error) {
	if u.layer != kinds.FastLZ.Name {
		return nil, files.OneOf("layer", u.layer, []string{kinds.FastLZ.Name})
	}

	return kinds.FastLZ.Open(plain, u.Flags.MaxSize<<20)
}

// unpacked returns the bytes of a file in its container and layers.
func (a *app) unpacked(name string) ([]byte, []document.Opened, error) {
	in, o, err := a.Input(name)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()

	o.Save.Limits.Size = o.MaxRecord
	plain, layers, err := document.Unpack(in, o)

	return plain, layers, a.Explained(err)
}

// plain returns the bytes of a file in its container.
func (a *app) plain(name string) ([]byte, error) {
	plain, _, err := a.unpacked(name)
	return plain, err
}

// A packer is the command pack, with its flags.
type packer struct {
	*app
	target
	like    string
	command *cobra.Command
}

func (a *app) packCommand() *cobra.Command {
	p := &packer{app: a}

	c := &cobra.Command{
		Use:   "pack [FILE] (--like OLD|--container CONTAINER) [-o OUT]",
		Short: "Put a file into a container, whatever is in it",
		Long: `pack writes the bytes of a file in a container: that of another file, which --like
names, or the one that --container names. The bytes may be anything, such as JSON text.

An encrypted container is that of Godot 4; with --engine godot3 it is that of Godot 3. --layer puts
the bytes into gzip, zlib, zstd or base64 instead, or into FastLZ as PackedByteArray.decompress reads
it.`,
		Example: `  gdvar pack save.json --like save.dat --force -o save.dat
  gdvar pack save.json --container encrypted --password-file password.txt -o save.dat
  gdvar pack --layer gzip save.json -o save.gz`,
		Args: usage(cobra.MaximumNArgs(1)),
	}

	p.command = c
	p.addOutput(c, stdin)
	p.addContainer(c, "plain")
	c.Flags().StringVar(&p.like, "like", "", "the container of this `file`")
	c.Flags().StringVar(&p.layer, "layer", "", "a `layer`: gzip, zlib, zstd, base64 or fastlz")
	c.MarkFlagsMutuallyExclusive("like", "container")
	c.MarkFlagsMutuallyExclusive("like", "layer")

	c.RunE = func(_ *cobra.Command, args []string) error {
		name := stdin
		if len(args) > 0 {
			name = args[0]
		}

		return p.run(name)
	}

	return c
}

// run writes a file in a container.
func (p *packer) run(name string) error {
	if err := p.free(); err != nil {
		return err
	}

	open, err := p.Again(name)
	if err != nil {
		return err
	}

	in, err := open()
	if err != nil {
		return err
	}
	defer in.Close()

	plain, err := io.ReadAll(in)
	if err != nil {
		return err
	}

	b, err := p.packed(plain)
	if err != nil {
		return err
	}

	if p.output == stdin && terminal(p.out) != nil {
		return errors.New("the file is not for a terminal: name one with -o")
	}

	return p.writeFile(p.output, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}

// packed returns the file of plain bytes.
func (p *packer) packed(plain []byte) ([]byte, error) {
	if p.like != "" {
		return p.packedLike(plain)
	}

	o, err := p.options()
	if err != nil {
		return nil, err
	}

	if p.layer != "" {
		l, ok := kinds.LayerByName(p.layer)
		if !ok {
			return nil, files.OneOf("layer", p.layer, []string{"gzip", "zlib", "zstd", "base64", "fastlz"})
		}

		plain, err = l.Close(plain, nil)
		if err != nil {
			return nil, err
		}
	}

	save, err := p.save(p.app, p.command, dialectOr(o.Dialect, codec.Godot4), o.Save)
	if err != nil {
		return nil, err
	}

	return savefile.Pack(plain, save)
}

// packedLike returns the file of plain bytes in the container and layers of another file.
func (p *packer) packedLike(plain []byte) ([]byte, error) {
	in, o, err := p.Input(p.like)
	if err != nil {
		return nil, err
	}
	defer in.Close()

	o.Save.Limits.Size = o.MaxRecord
	b, err := document.PackLike(plain, in, o)

	return b, named(p.like, p.Explained(err))
}
