package main

import (
	"io"

	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/document"
	"godotvariant/cmd/internal/kinds"
	"godotvariant/cmd/internal/program"
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
		Short: "Take off the container",
		Long: `unpack writes the plain bytes of a file: the bytes inside the container of
open_compressed or open_encrypted, and inside gzip, zlib, zstd or base64. They may be anything, such
as JSON text. pack --like FILE puts them back.

It also opens the result of PackedByteArray.compress. deflate, gzip and zstd are detected. FastLZ,
the default of the engine, has no first bytes of its own: use --layer fastlz. The number of plain
bytes need not be known.

On a terminal, control characters are shown as escapes such as \x1b. A file or a pipe gets all bytes
as they are.`,
		Example: `  gdvar unpack --password-file password.txt save.dat | jq .
  gdvar unpack save.dat -o save.json`,
		Args: program.Takes("FILE"),
	}

	u.addOutput(c, program.Stdin)
	c.Flags().BoolVar(&u.keep, "container-only", false, "keep gzip, zlib, zstd and base64")
	c.Flags().StringVar(&u.layer, "layer", "", "take off this `layer`, which nothing shows: fastlz")
	program.Exclusive(c, "container-only", "layer")
	c.RunE = func(_ *cobra.Command, args []string) error {
		return program.Named(args[0], u.run(args[0]))
	}

	return c
}

// run writes the plain bytes of a file.
func (u *unpacker) run(name string) error {
	if err := u.freeBeside(name); err != nil {
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

// opened returns the bytes inside the layer that the flags name.
func (u *unpacker) opened(plain []byte) ([]byte, error) {
	if u.layer != kinds.FastLZ.Name {
		return nil, program.OneOf("layer", u.layer, []string{kinds.FastLZ.Name})
	}

	return kinds.FastLZ.Open(plain, u.Flags.MaxSize<<20)
}

// unpacked returns the bytes inside the container and the layers of a file.
func (a *app) unpacked(name string) ([]byte, []document.Opened, error) {
	in, o, err := a.Input(name)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()

	o.Save.Limits.MaxSize = o.MaxRecord
	plain, layers, err := document.Unpack(in, o)

	return plain, layers, a.Explained(err)
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
		Short: "Put into a container",
		Long: `pack writes the bytes of a file in a container. --like OLD takes the container of the
file OLD; --container names one. The bytes may be anything, such as JSON text.

An encrypted container is that of Godot 4; with --engine godot3 it is that of Godot 3. --layer
writes gzip, zlib, zstd or base64 instead of a container, or FastLZ, which
PackedByteArray.decompress reads.`,
		Example: `  gdvar pack save.json --like save.dat --force -o save.dat
  gdvar pack save.json --container encrypted --password-file password.txt -o save.dat
  gdvar pack --layer gzip save.json -o save.gz`,
		Args: program.Takes("[FILE]"),
	}

	p.command = c
	p.addOutput(c, program.Stdin)
	p.addContainer(c, "plain")
	c.Flags().StringVar(&p.like, "like", "", "the container of this `file`")
	c.Flags().StringVar(&p.layer, "layer", "", "a `layer`: gzip, zlib, zstd, base64 or fastlz")
	program.Exclusive(c, "like", "container")
	program.Exclusive(c, "like", "layer")

	c.RunE = func(_ *cobra.Command, args []string) error {
		return p.run(program.FileOf(args))
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

	if err := p.notToTerminal(p.Out); err != nil {
		return err
	}

	return p.writeFile(p.output, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}

// packed returns plain bytes inside the container that the flags name.
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
			return nil, program.OneOf("layer", p.layer, layerNames())
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

	return savefile.Encode(plain, save)
}

// layerNames returns the values that --layer may have.
func layerNames() (names []string) {
	for _, l := range kinds.Layers() {
		names = append(names, l.Name)
	}
	return names
}

// packedLike returns plain bytes inside the container and layers of another file.
func (p *packer) packedLike(plain []byte) ([]byte, error) {
	in, o, err := p.Input(p.like)
	if err != nil {
		return nil, err
	}
	defer in.Close()

	o.Save.Limits.MaxSize = o.MaxRecord
	b, err := document.PackLike(plain, in, o)

	return b, program.Named(p.like, p.Explained(err))
}
