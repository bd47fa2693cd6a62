package resource

import (
	"strconv"

	"godotvariant/objects"
	"godotvariant/variant"
)

// A Form is the form in which a file is written: text or binary.
type Form uint8

const (
	TextForm   Form = iota // .tres and .tscn
	BinaryForm             // .res, .scn and the extensions of classes, such as .mesh
)

// String returns "text" or "binary".
func (f Form) String() string {
	if f == BinaryForm {
		return "binary"
	}
	return "text"
}

// A File is a resource file in memory. It is only data: no file or object to which it refers is
// loaded or made.
//
// The last of the Resources is the main resource: an engine that loads the file gets this resource.
// A scene in text form has no main resource; its nodes are in [File.Scene]. In binary form the main
// resource of a scene is a PackedScene, from which Scene reads the nodes.
type File struct {
	Form       Form
	Compressed bool              // binary: the file begins with RSCC
	BigEndian  bool              // binary: the numbers are big-endian
	Precision  variant.Precision // precision of vectors; in a text, the precision of the codec

	// Major and Minor are the version of the engine that wrote the file: 4 and 6 for Godot 4.6. A
	// text does not name the version. Its Major follows from its Format: 3 for the Formats 1 and 2,
	// 4 for later Formats, 0 without a Format. Its Minor is 0.
	Major, Minor int
	// Format is the version of the format: binary 1 to 6, text 1 to 4, 0 if the text has none.
	Format int

	Class       string // class of the main resource; PackedScene for a scene. Godot: get_class
	ScriptClass string // Godot 4: the class_name of the main resource's script, or empty
	UID         UID    // Godot 4: UID of the file; NoUID if it has none

	Externals []External // external resources in the order of the file
	Resources []Resource // resources in the order of the file
	Notes     []Note     // parts that engines read differently; at most 1000

	found findings       // the parts that run code, recorded while the file is read
	scene *Scene         // scene of a file in text form
	subs  map[string]int // indices of Resources by ID
	exts  map[string]int // indices of Externals by ID
}

// An External is another file to which the file refers. An engine loads it together with the file,
// even if no property uses it.
type External struct {
	// ID is the ID in an [ExtResource]. In text it is the attribute id, and in binary form the
	// index in Externals. If an earlier External of a text has the same id, "#" and the index are
	// added.
	ID   string
	Type string // class of the resource, as a hint; engines decide by the path and the contents
	Path string // such as res://icon.png
	UID  UID    // Godot 4: UID of the file, or NoUID; engines that know the UID ignore Path
}

// A Resource is a resource in the file. It is the main resource or a sub-resource.
type Resource struct {
	// ID is the ID in a [SubResource]. In text it is the attribute id. In binary form it is the
	// path of the resource, without local:// at its start. If an earlier resource has the same ID,
	// "#" and the index are added. The main resource of a text has no ID.
	ID    string
	Class string // the engine's class, such as Gradient, without its script. Godot: get_class
	// Properties are the properties in the file, in its order. A property that is not in the file
	// has the default of its class. A repeated property occurs twice, because engines set both
	// values.
	Properties []objects.Property
}

// Get returns the value of a property, and whether there is one. If a name is repeated, it returns
// the last value.
func (r *Resource) Get(name string) (variant.Variant, bool) { return r.Object().Get(name) }

// Object returns the resource as a full object. The object shares its properties with the resource.
func (r *Resource) Object() objects.Object { return objects.NewObject(r.Class, r.Properties...) }

// A Note describes a part of a file that engines read differently from this package, or that only
// some engines accept. It is not an error.
type Note struct {
	Path string // path to the value, as for [File.Lookup], with long names cut
	Text string
}

// String returns the path and the text.
func (n Note) String() string { return n.Path + ": " + n.Text }

// maxNotes is the greatest number of Notes in a file.
const maxNotes = 1000

// note adds a Note about the value to which the path leads.
func (f *File) note(path []variant.Step, text string) {
	if len(f.Notes) < maxNotes {
		f.Notes = append(f.Notes, Note{Path: variant.Path(path).Short(), Text: text})
	}
}

func newFile(form Form) *File {
	return &File{Form: form, UID: NoUID, subs: map[string]int{}, exts: map[string]int{}}
}

// Main returns the main resource, or nil for a scene in text form.
func (f *File) Main() *Resource {
	if f.scene != nil || len(f.Resources) == 0 {
		return nil
	}
	return &f.Resources[len(f.Resources)-1]
}

// Resource returns the resource that a reference leads to, or nil if there is none.
func (f *File) Resource(ref SubResource) *Resource {
	if i, ok := f.subs[string(ref)]; ok {
		return &f.Resources[i]
	}
	return nil
}

// External returns the file that a reference leads to, or nil if there is none.
func (f *File) External(ref ExtResource) *External {
	if i, ok := f.exts[ref.ID]; ok {
		return &f.Externals[i]
	}
	return nil
}

// addResource appends a resource, and gives it a unique ID.
func (f *File) addResource(r Resource) {
	r.ID = unique(f.subs, r.ID, len(f.Resources))
	f.subs[r.ID] = len(f.Resources)
	f.Resources = append(f.Resources, r)
}

// addExternal appends an external resource, and gives it a unique ID.
func (f *File) addExternal(e External) {
	e.ID = unique(f.exts, e.ID, len(f.Externals))
	f.exts[e.ID] = len(f.Externals)
	f.Externals = append(f.Externals, e)
	f.found.external(e.ID, e.Type, e.Path)
}

// unique returns id if it is not in the map taken. Otherwise it appends "#" and the index to id, as
// often as necessary, until the result is not in the map taken.
func unique(taken map[string]int, id string, index int) string {
	for {
		if _, ok := taken[id]; !ok {
			return id
		}
		id += "#" + strconv.Itoa(index)
	}
}
