package main

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"

	"godotvariant/cmd/internal/document"
	"godotvariant/codec"
	"godotvariant/codec/inspect"
)

func (a *app) dumpCommand() *cobra.Command {
	var frames bool
	var o inspect.Options

	c := &cobra.Command{
		Use:   "dump [FILE...]",
		Short: "Print the bytes, explained",
		Long: `dump prints every field of the records in a file: its offset, its bytes, the path of
its value and what it means. An error is printed at its offset, and the unreadable rest follows as
bytes.

Offsets are offsets in the plain bytes: for a compressed or encrypted file, the bytes in its
container. --frames prints one line for each record: its offset, its length and the type of its
value.`,
		Example: `  gdvar dump player.save
  gdvar dump --frames player.save
  gdvar dump --max-bytes 1000000 --max-fields 1000000 player.save`,
	}

	f := c.Flags()
	f.BoolVar(&frames, "frames", false, "print one line for each record")
	f.IntVar(&o.MaxBytes, "max-bytes", 32, "print this many bytes of a field")
	f.IntVar(&o.MaxFields, "max-fields", 1000, "print this many fields of a value")

	c.RunE = func(c *cobra.Command, files []string) error {
		style := dumpFields(o)
		if frames {
			style = dumpFrames
		}
		return a.print(files, codec.Default, ofPackets(style))
	}

	return c
}

// ofPackets returns a style that refuses a file without packets. Only saves have packets.
func ofPackets(s style) style {
	return func(w *bufio.Writer, r *printedFile) printRecord {
		if r.Body() == nil {
			return s(w, r)
		}
		return func(document.Record) error {
			return fmt.Errorf("only saves have packets, and this is a file of the kind %s: "+
				"gdvar show prints its values", r.Kind)
		}
	}
}

// dumpFields returns the style that prints all fields of the records.
func dumpFields(o inspect.Options) style {
	return func(w *bufio.Writer, r *printedFile) printRecord {
		o.Codec = r.Codec()
		fmt.Fprintln(w, "#", &r.Format)

		return func(record document.Record) error {
			if record.Start > record.Offset {
				length := make([]byte, r.Framing.Prefix())
				r.Framing.SetLength(length, int(record.Length))
				fmt.Fprintf(w, "%08x  % -23x  record %d of %d bytes\n", record.Offset, length,
					record.Index, record.Length)
			}

			o.Base = record.Start
			_ = inspect.Dump(w, record.Packet, o) // printFile prints the error of a bad record
			return nil
		}
	}
}

// dumpFrames prints the offset, length and type of each record.
func dumpFrames(w *bufio.Writer, r *printedFile) printRecord {
	fmt.Fprintln(w, "#", &r.Format)
	return func(record document.Record) error {
		what := "!! damaged"
		if record.Read() {
			what = record.Type().String()
		}
		_, err := fmt.Fprintf(w, "%12d %12d  %s\n", record.Offset, record.Length, what)
		return err
	}
}
