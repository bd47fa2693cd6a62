/*
Package configfile reads and edits Godot's text files of settings, and project.binary.

	[player]

	name="Tia"
	hp=10 ; of 20
	at=Vector2(1, 2)

Godot's ConfigFile writes such files, and project.godot, export_presets.cfg, plugin.cfg and files
with the ending .import have the same format. A [File] keeps all of the text: comments, blank lines,
the order of sections and keys, and the form of each value. [File.Set] replaces the
text of the old value by the text of the new value, and changes nothing else:

	f, err := configfile.Parse(text, nil)
	if err != nil {
		return err // godot: parse $["player"]["hp"] at 4:7: syntax error: …
	}
	hp, ok := f.Get("player", "hp")
	err = f.Set("player", "hp", variant.Int(20))
	os.WriteFile(path, []byte(f.String()), 0o644)

# Which Godot call, which function

	ConfigFile.parse, load                  Parse
	ConfigFile.save, encode_to_text         File.String
	ConfigFile.get_value, has_section_key   File.Get
	ConfigFile.set_value                    File.Set
	ConfigFile.erase_section_key            File.Delete
	ConfigFile.erase_section                File.DeleteSection
	ConfigFile.get_sections                 File.Sections
	ConfigFile.get_section_keys             File.Keys
	ConfigFile.load_encrypted_pass          package codec/savefile, and then Parse
	ProjectSettings of an exported game     DecodeProject, File.AppendProject

A File that is made only by calls of Set has the same bytes as the file that Godot 4 writes after
the same calls. With a codec for Godot 3, it has the same bytes as the file of Godot 3.
There is one exception: Godot 3 writes keys with spaces and other special characters without quotes,
and can't read them itself. This package writes such keys in quotes, and Godot 3 reads them.

# What the engine reads

Engines do not always read names and strings as an editor shows them. A File has the names and
strings that engines read:

	in the file                        Godot 4                      Godot 3
	key without quotes: clé=1          Latin-1: key "clÃ©"          the same
	key in quotes: "clé"=1             UTF-8: key "clé"             the same
	section: [clé]                     UTF-8: "clé"                 Latin-1: "clÃ©"
	section: [a\]b]                    "a]b"                        "a\", then a key "b]…"
	section: []                        not the end of the section before
	key=null                           no such key: Get returns variant.Nil
	byte that is not UTF-8             U+FFFD                       the string is Latin-1
	byte order mark at the start       part of the first key, which ends at the next "="
	byte order mark in a string        dropped at its start         the same
	NUL in a value                     the file can't be loaded     the same

The dialect of the codec says which of the two engines reads the file: Godot 4, or Godot 3 for all
older dialects and the dialects of Pandemonium. The text itself does not change.
Set puts keys with characters outside of ASCII in quotes, and refuses a name or a value that the
engine would change.
Two differences remain. This package reads an escape such as \u00e9 as é, and Godot 4 reads it as
invalid UTF-8. And engines read some numbers of 16 and 17 digits as the next greater or smaller
number.

# project.binary

An exported game has its settings in the file project.binary, as packets, see package codec.
[DecodeProject] makes a File with the sections and keys of project.godot from it. The setting
application/config/name is the key config/name in the section application. [File.AppendProject]
makes a project.binary of a File. The format has no comments. DecodeProject reads the values with a
codec, which needs the option FullObjects for the input map. AppendProject writes them with the
codec of the File:

	c := codec.MustNew(codec.Options{FullObjects: true}) // Dialect: codec.Godot3 for Godot 3
	f, err := configfile.DecodeProject(data, c)

# Security

Parse and DecodeProject are safe for data that you do not trust. Size and depth are limited by the
limits of the codec, and time and memory grow linearly. Objects are only data, and are refused
without the option FullObjects.

An engine makes every object of a file that it loads, and runs its script. Do not load a file that
others have made in a game unless [File.Scan] finds nothing. For a project.binary, use [ScanBinary]:

	f, err := configfile.Parse(text, nil)
	if err != nil || len(f.Scan()) > 0 {
		return errUnsafe
	}

For the same reason the text of a value must never contain more than the value. So Set and
DecodeProject read back the text that they have written, and refuse the value if its text has other
parts.
*/
package configfile
