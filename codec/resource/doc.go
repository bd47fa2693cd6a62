// Package resource reads Godot's resource files: .tres and .tscn in text, .res and .scn in binary
// form, of Godot 3 and 4. It reads them as data: it does not load, make or run anything to which a
// file refers.
//
//	f, err := resource.ReadFile("sword.tres", resource.Options{})
//	if err != nil {
//		return err
//	}
//	damage, err := f.Lookup("resource.damage")      // a property of the main resource
//	width, err := f.Lookup("resource.icon.width")   // a property of a sub-resource
//	fmt.Printf("%+v\n", f.Value())                  // all of it
//
// [Decode] detects the form by the first bytes. Engines decide by the extension.
//
// # What is in a file
//
// A [File] has one main resource and any number of sub-resources, each with a class and
// properties. It names other files, which are its external resources. Values are those of
// packages variant, math, packed and objects, and two types of this package, which refer to
// resources: [SubResource] and [ExtResource].
//
//	File.Resources   sub-resources, and the main resource as the last
//	File.Externals   external resources
//	File.Scene       the nodes and connections of a PackedScene, of both forms
//	File.Value       all of it as one Dictionary, to print, walk, compare and write as JSON
//	File.Lookup      one part of it by its path, also across references
//	File.Scan        what runs code when a game loads the file
//	Diff             the changes between two files
//
// A property that is not in the file has the default of its class or script. The file does not
// contain defaults. The names and types of properties are those of the engine that wrote the file:
// Godot 3 keeps metadata in one Dictionary __meta__, Godot 4 in properties metadata/NAME.
//
// # References
//
// Resources can be shared, and in damaged files they can contain each other. A reference is a value
// that only names a resource. The functions that read, print, compare and scan a file go through
// the list of resources and do not follow references. So they visit each resource once, and end.
//
// Engines load resources in the order of the file. A reference to a later resource is null in the
// engine if the file is binary, and an error if it is a text. This package returns the reference,
// and File.Notes has a note about it.
//
// # The text form
//
//	[gd_resource type="Resource" script_class="Sword" format=3 uid="uid://0vr5qphd2k1c"]
//
//	[ext_resource type="Script" path="res://sword.gd" id="1_ab3de"]
//
//	[sub_resource type="Gradient" id="Gradient_1"]
//	offsets = PackedFloat32Array(0, 1)
//
//	[resource]
//	script = ExtResource("1_ab3de")
//	glow = SubResource("Gradient_1")
//
// A heading has a tag and attributes. The lines below it are properties. The values are the
// constructor text that package codec/text reads.
//
//	heading       attributes, required ones first            under it
//	gd_resource   type; script_class, format, uid            nothing; first heading of a .tres
//	gd_scene      format, uid                                nothing; first heading of a .tscn
//	ext_resource  type, path, id; uid                        nothing
//	sub_resource  type, id                                   properties
//	resource                                                 properties; last heading of a .tres
//	node          name; type, parent, owner, index, groups,  properties
//	              instance, instance_placeholder,
//	              node_paths, unique_id, parent_id_path,
//	              owner_uid_path
//	connection    signal, from, to, method; flags, binds,    nothing
//	              unbinds, from_uid_path, to_uid_path
//	editable      path                                       nothing
//
// Unknown attributes are ignored. Engines make the objects in the values of these attributes, so
// [File.Scan] lists them. The attribute load_steps is ignored, too, because it is not always right.
// Comments begin with a semicolon. Outside of strings, the end of a line has no meaning. Godot 3
// writes format 2 and IDs that are numbers; Godot 4 writes format 3, and since 4.3 format 4 for
// PackedVector4Array and for long PackedByteArrays, which are base64.
//
// Text loses the sign of zero and of NaN. It also loses digits: Godot 4 writes a float that fits
// single precision with the digits of single precision, and Godot 3 writes six digits.
//
// # The binary form
//
// All numbers are little-endian unless the second word says otherwise. A String is a length of 4
// bytes and the text with a NUL, which the length counts.
//
//	length  type    field
//	     4          "RSRC"
//	     4  uint32  0, or another number if all that follows is big-endian
//	     4  uint32  not used
//	    12  uint32  major and minor version of the engine, version of the format
//	        String  class of the main resource
//	     8  uint64  not used
//	    56  uint32  up to format 3: 14 zeros
//	     4  uint32  from format 4: flags: 1 references are positions, 2 UIDs,
//	                4 vectors and the like are of float64, 8 script class
//	     8  uint64  from format 4: UID
//	        String  with flag 8: class of the script
//	    44  uint32  from format 4: 11 zeros
//	     4  uint32  number of names; for each a String
//	     4  uint32  number of external resources; for each class and path, two Strings,
//	                and with flag 2 the UID, a uint64
//	     4  uint32  number of resources; for each its path, a String such as local://1, and its
//	                offset from the start of the file, a uint64
//	                the resources: class, number of properties, for each name and value
//	     4          "RSRC", which no engine reads
//
// A name is its number in the table of names, or with bit 31 set the length of a text that follows.
// A value is a word with its type and a payload. The numbers of the types are the same in Godot 3
// and 4, and are not those of Variant:
//
//	 1 null      14 Quaternion   31 PackedByteArray     41 float of 8 bytes
//	 2 bool      15 AABB         32 PackedInt32Array    42 Callable
//	 3 int       16 Basis        33 PackedFloat32Array  43 Signal
//	 4 float     17 Transform3D  34 PackedStringArray   44 StringName
//	 5 String    18 Transform2D  35 PackedVector3Array  45 Vector2i, 47 3i, 51 4i
//	10 Vector2   20 Color        36 PackedColorArray    46 Rect2i
//	11 Rect2     22 NodePath     37 PackedVector2Array  48 PackedInt64Array
//	12 Vector3   23 RID          40 int of 8 bytes      49 PackedFloat64Array
//	13 Plane     24 Object       53 PackedVector4Array  50 Vector4, 52 Projection
//	26 Dictionary, 30 Array, 21 Image of Godot 2
//
// The types from 42 on came with format 4. Typed arrays and dictionaries lose their types in this
// form. Callables and Signals are empty, and an RID reads as an int.
//
// A file that begins with RSCC is compressed, in blocks as package savefile describes them.
// Engines compress with Zstandard, which Options.Compressors has to provide; package savefile shows
// how. Offsets then count from the start of the inflated bytes, which have no magic.
//
// # Files of other versions
//
// Formats 1 to 6 are read, which are the formats of Godot 2, 3 and 4. Text of Godot 4 may have IDs
// without quotes, and text of Godot 3 may have its tables in any order. A file of a newer engine
// than Godot 4, or of a newer format, is an error. Pandemonium 4 writes format 3 with its own types
// from 42 on. These types are an error.
//
// # Security
//
// A resource file of Godot is a program: it can contain scripts, and name files that contain
// scripts. A game that loads the file of a player runs these scripts. [File.Scan] lists the parts
// that run code. Before a game loads a file, a server or a launcher should refuse it if Scan lists
// a part, or if Decode returns an error. A text search for "script" does not find all of them:
// files can be compressed, names can be split over lines or written with escapes, and external
// files count too.
//
// Engines make the objects of a text while they read it. So an object is a finding in all these
// places:
//
//	a value or a key, at any depth, even if a later value of the key replaces the value
//	an attribute of any heading, also of one that no engine knows
//	a script as the type of an array, or of the keys or values of a Dictionary
//	a scene that is a sub-resource: its nodes, connections and their arguments
//
// Names are read as engines read them: without a byte order mark at the start, and in binary form
// up to the first NUL. A name that engines can read in more than one way is a finding, too. An
// attribute that this page does not list is a finding too, unless it is a number or text. A text
// with a NUL in a string is variant.ErrNUL, because engines do not read further.
//
// Decode is safe for files from anywhere. A count is checked against the bytes that are left before
// anything is allocated, every byte of a binary file is read at most once, and no file causes
// recursion deeper than Limits.MaxDepth of the codec, at most 100. For each byte of the file Decode
// allocates at most 200 bytes: about 160 for a text that is a list of nodes without attributes,
// below 50 for everything else. For a compressed file the inflated bytes count. They are limited by
// Limits.MaxSize of the codec, and to 1024 times the size of the file.
package resource
