package format

import (
	"slices"

	"godotvariant/codec/savefile"
)

// Names of containers in the forms of the page. The name of any other container is the name of its
// compression.
const (
	Same      = "same"
	Plain     = "plain"
	Encrypted = "encrypted"
)

// compressions are the compressions of written files. No engine writes Brotli.
var compressions = []savefile.Compression{savefile.FastLZ, savefile.Deflate, savefile.Zstandard,
	savefile.Gzip}

// CompressionByName returns the compression with this name, if engines write it.
func CompressionByName(name string) (savefile.Compression, bool) {
	i := slices.IndexFunc(compressions, func(c savefile.Compression) bool {
		return c.String() == name
	})
	return compressions[max(i, 0)], i >= 0
}

// ContainerName returns the name of a container, as in Choice.Name. Users see the result of
// ContainerText.
func ContainerName(i savefile.Info) string {
	switch i.Container {
	case savefile.Compressed:
		return i.Compression.String()
	case savefile.Plain:
		return Plain
	default:
		return Encrypted
	}
}

// ContainerText returns the name that the page shows for a container.
func ContainerText(i savefile.Info) string {
	switch i.Container {
	case savefile.Compressed:
		return "compressed, " + i.Compression.String()
	case savefile.Encrypted3:
		return "encrypted, as Godot 3 does"
	case savefile.Encrypted4:
		return "encrypted, as Godot 4 does"
	default:
		return "plain"
	}
}
