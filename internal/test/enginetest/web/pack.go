package web

import (
	"crypto/md5"
	"encoding/binary"
	"io/fs"
)

// A File is a file of a Godot project.
type File struct {
	Name string // path in the project: "main.gd" is res://main.gd
	Data string
}

// classCache is a file that the engine reads. Without it the engine prints an error.
var classCache = File{".godot/global_script_class_cache.cfg", "list=[]\n"}

// promptly is a setting for release builds. With this setting the engine prints each line at once,
// and not only when it ends.
const promptly = "run/flush_stdout_on_print=true\n"

// alone returns the files of a Godot 4 project that runs one script. The script extends Node.
func alone(script string) []File {
	return []File{
		{"project.godot", `config_version=5

[application]

config/name="script"
run/main_scene="res://main.tscn"

[rendering]

renderer/rendering_method="gl_compatibility"
`},
		{"main.tscn", `[gd_scene load_steps=2 format=3]

[ext_resource type="Script" path="res://main.gd" id="1"]

[node name="Main" type="Node"]
script = ExtResource("1")
`},
		{"main.gd", script},
		classCache,
	}
}

// autoloaded returns the files of a project with a script added as the autoload Bot.
func autoloaded(project fs.FS, script string) ([]File, error) {
	files := []File{{"bot.gd", script}, classCache}
	err := fs.WalkDir(project, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}

		data, err := fs.ReadFile(project, path)
		if path == "project.godot" {
			data = append(data, "\n[application]\n\n"+promptly+
				"\n[autoload]\n\nBot=\"*res://bot.gd\"\n"...)
		}
		files = append(files, File{path, string(data)})
		return err
	})
	return files, err
}

// The header of a PCK file.
const (
	packMagic  = 0x43504447 // "GDPC"
	packFormat = 2          // format of Godot 4.0 to 4.4; later versions read it too
	packHeader = 24 + 8 + 64 + 4
	packAlign  = 32
)

// pack returns the files as one PCK file: a header, the directory, the data.
func pack(files []File) []byte {
	le := binary.LittleEndian
	var directory, data []byte
	for _, f := range files {
		name := padded([]byte("res://"+f.Name), 4)
		sum := md5.Sum([]byte(f.Data))
		directory = le.AppendUint32(directory, uint32(len(name)))
		directory = append(directory, name...)
		directory = le.AppendUint64(directory, uint64(len(data)))
		directory = le.AppendUint64(directory, uint64(len(f.Data)))
		directory = append(directory, sum[:]...)
		directory = le.AppendUint32(directory, 0) // flags
		data = padded(append(data, f.Data...), packAlign)
	}

	before := len(padded(make([]byte, packHeader+len(directory)), packAlign))

	var b []byte
	version := []uint32{4, 0, 0}

	fields := append([]uint32{packMagic, packFormat}, version...)
	for _, field := range append(fields, 0) { // the last 0 means no flags
		b = le.AppendUint32(b, field)
	}

	b = le.AppendUint64(b, uint64(before)) // the offsets of files are relative to this offset
	b = append(b, make([]byte, 64)...)     // reserved bytes
	b = le.AppendUint32(b, uint32(len(files)))
	b = padded(append(b, directory...), packAlign)

	return append(b, data...)
}

// padded appends zeros until the length is a multiple of n bytes.
func padded(b []byte, n int) []byte {
	return append(b, make([]byte, -len(b)&(n-1))...)
}
