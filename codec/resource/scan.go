package resource

import (
	"path"
	"slices"
	"strings"

	"godotvariant/objects"
	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// A FindingKind says how a file can run code.
type FindingKind uint8

const (
	// BuiltInScript is a script in the file; Finding.Text is its source. Godot 4 runs the
	// initializers of its static variables as soon as it loads the file, even if nothing uses the
	// script.
	BuiltInScript FindingKind = iota
	// AttachedScript is a resource or node with a script. The engine runs _init and the setters of
	// the script while it loads a resource, and for a node when it instantiates the scene.
	AttachedScript
	// ExternalScript is a path to a script or to a native library, recognized by its extension or
	// type.
	ExternalScript
	// ExternalFile is a path to any other file. The engine loads it together with this one, so scan
	// that file too.
	ExternalFile
	// InlineFile is Resource("res://other.tres"), or the binary form of it: a file that the engine
	// loads although the table of external resources does not have it.
	InlineFile
	// InlineObject is Object(Timer, …): the engine makes an object of that class, nodes too.
	InlineObject
	// ForeignPath is a path that leaves the project: absolute, user://, http:// or with "..". The
	// path is also an ExternalScript, an ExternalFile or an InlineFile.
	ForeignPath
	// ScriptClass is the class of a script that the header names.
	ScriptClass
	// CalledMethod is a connection: a signal calls the method Finding.Text of a node.
	CalledMethod
	// AnimatedMethod is an Animation with a track that calls methods, or an expression in an
	// animation tree.
	AnimatedMethod
	// UnreadableScene is a PackedScene whose nodes [File.Scene] can't read; Finding.Text says why.
	UnreadableScene
)

var findingNames = [...]string{
	"built-in script", "attached script", "external script", "external file", "inline file",
	"inline object", "foreign path", "script class", "called method", "animated method",
	"unreadable scene",
}

// String returns the name in plain words: built-in script.
func (k FindingKind) String() string {
	if int(k) < len(findingNames) {
		return findingNames[k]
	}
	return "unknown finding"
}

// A Finding is a part of a file that runs code, or that loads a file that can.
type Finding struct {
	Kind FindingKind
	// Path leads to the part, as for [File.Lookup], with long names cut. In the values of a
	// PackedScene it begins with $.resource._bundled, which [File.Value] shows as nodes.
	Path string
	// Class is the class of the object, the type of the external resource, or empty.
	Class string
	// Text is the source, the path or the name, depending on the kind.
	Text string
}

// String returns one line: $.resource.script: attached script: res://item.gd. It has at most 64
// bytes of the first line of a source.
func (f Finding) String() string {
	s := f.Path + ": " + f.Kind.String()
	if f.Text == "" {
		return s
	}
	return s + ": " + clipLine(f.Text)
}

// clipLine returns at most 64 bytes of the first line of a text.
func clipLine(s string) string {
	line, _, more := strings.Cut(s, "\n")
	if len(line) > 64 {
		line, more = strings.ToValidUTF8(line[:64], ""), true
	}
	if more {
		line += "…"
	}
	return line
}

// scripts are the classes of built-in scripts, and scriptTypes the types of external scripts and
// libraries.
var (
	scripts = []string{"GDScript", "VisualScript", "CSharpScript", "NativeScript",
		"PluginScript"}
	scriptTypes = append([]string{"Script", "GDExtension", "GDNativeLibrary"}, scripts...)
	extensions  = []string{".gd", ".gdc", ".gde", ".cs", ".vs", ".gdns", ".gdnlib", ".gdextension",
		".dll", ".so", ".dylib"}
)

const (
	propertyScript = "script"
	propertySource = "script/source"

	trackMethod = "method"
)

// Scan lists the parts that run code when a game loads the file, or that can run code later. A file
// without findings is only data, unless an engine class that it names runs code for another reason:
// [File.Classes] lists the classes. After 10,000 findings it stops.
//
// Scan does not read the other files that this one names: scan them as well. A game that loads
// files from players should refuse every file with a finding. The type of an external resource
// alone decides nothing, because engines go by the extension of its path.
func (f *File) Scan() []Finding {
	s := scanner{file: f}
	if f.ScriptClass != "" {
		s.add(Finding{ScriptClass, "$." + keyScriptClass, "", f.ScriptClass})
	}

	for _, e := range f.Externals {
		at := []variant.Step{nameStep(keyExternal), keyStep(e.ID)}
		s.path(at, e.Type, e.Path, fileKind(e))
	}
	for i := range f.Resources {
		s.resource(&f.Resources[i], resourcePath(f, i))
	}
	s.scene()
	return s.findings
}

// RunsCode reports whether Scan finds anything.
func (f *File) RunsCode() bool { return len(f.Scan()) > 0 }

// Classes returns the classes of the resources and nodes of the file, sorted, each once.
func (f *File) Classes() []string {
	seen := map[string]bool{}
	for _, r := range f.Resources {
		seen[r.Class] = true
	}
	if scene, err := f.Scene(); scene != nil && err == nil {
		seen[classScene] = true
		for _, n := range scene.Nodes {
			seen[n.Class] = true
		}
	}
	delete(seen, "") // of nodes that come from an instance

	classes := make([]string, 0, len(seen))
	for class := range seen {
		classes = append(classes, class)
	}
	slices.Sort(classes)
	return classes
}

func fileKind(e External) FindingKind {
	if slices.Contains(scriptTypes, e.Type) || isScript(e.Path) {
		return ExternalScript
	}
	return ExternalFile
}

func isScript(file string) bool {
	return slices.Contains(extensions, strings.ToLower(path.Ext(file)))
}

// isForeign reports whether a path leads out of the project. A relative path without ".." stays
// next to the file.
func isForeign(file string) bool {
	rest, inProject := strings.CutPrefix(file, "res://")
	if slices.Contains(strings.Split(strings.ReplaceAll(rest, `\`, "/"), "/"), "..") {
		return true
	}
	return !inProject && !strings.HasPrefix(file, uidPrefix) &&
		(strings.Contains(file, ":") || strings.HasPrefix(file, "/") ||
			strings.HasPrefix(file, `\`))
}

// maxFindings is the greatest number of findings that Scan returns.
const maxFindings = 10_000

// A scanner gathers findings.
type scanner struct {
	file     *File
	findings []Finding
}

func (s *scanner) add(f Finding) {
	if len(s.findings) < maxFindings {
		s.findings = append(s.findings, f)
	}
}

// path adds the finding of a path to a file, and a ForeignPath if the path leaves the project.
func (s *scanner) path(at []variant.Step, class, file string, kind FindingKind) {
	where := shortPath(at)
	s.add(Finding{kind, where, class, file})
	if isForeign(file) {
		s.add(Finding{ForeignPath, where, class, file})
	}
}

// resource adds the findings in a resource.
func (s *scanner) resource(r *Resource, at []variant.Step) {
	if source, ok := r.Get(propertySource); ok || slices.Contains(scripts, r.Class) {
		s.add(Finding{BuiltInScript, shortPath(at), r.Class, textOf(source)})
	}
	s.properties(r.Class, r.Properties, at)
	s.values(r.Properties, at)
}

// properties adds the scripts and methods that the properties of a resource or node name.
func (s *scanner) properties(class string, all []objects.Property, at []variant.Step) {
	for _, p := range all {
		if p.Name == propertyScript && p.Value.Type() != variant.TypeNil {
			where := shortPath(append(slices.Clip(at), nameStep(p.Name)))
			s.add(Finding{AttachedScript, where, class, scriptText(p.Value)})
		}
		if callsMethods(class, p) {
			where := shortPath(append(slices.Clip(at), nameStep(p.Name)))
			s.add(Finding{AnimatedMethod, where, class, textOf(p.Value)})
		}
	}
}

// callsMethods reports whether a property of an animation calls methods or holds an expression.
func callsMethods(class string, p objects.Property) bool {
	switch {
	case strings.HasPrefix(class, "Animation") && strings.HasSuffix(p.Name, "/type"):
		return textOf(p.Value) == trackMethod
	case strings.HasSuffix(p.Name, "advance_expression"):
		return textOf(p.Value) != ""
	}
	return false
}

// scriptText returns the path of a script, or the reference to it.
func scriptText(v variant.Variant) string {
	switch v := v.(type) {
	case ExtResource:
		return v.Path
	case SubResource:
		return v.String()
	}
	return v.Type().String()
}

// values adds the objects in properties, at any depth.
func (s *scanner) values(all []objects.Property, at []variant.Step) {
	for _, p := range all {
		if _, ok := p.Value.(variant.Container); !ok {
			continue
		}

		for steps, part := range tree.Walk(p.Value) {
			if o, ok := part.(objects.Object); ok && !o.IsNull() && len(s.findings) < maxFindings {
				s.object(o, slices.Concat(at, []variant.Step{nameStep(p.Name)}, steps))
			}
		}
	}
}

// object adds an object that is a value.
func (s *scanner) object(o objects.Object, at []variant.Step) {
	if file, ok := o.Get(propertyPath); ok && len(o.Properties) == 1 {
		s.path(at, o.Class, textOf(file), InlineFile)
		return
	}
	s.add(Finding{InlineObject, shortPath(at), o.Class, o.Class})
}

// scene adds the findings in the nodes and connections.
func (s *scanner) scene() {
	scene, err := s.file.Scene()
	if err != nil {
		s.add(Finding{UnreadableScene, "$." + keyResource, classScene, err.Error()})
		return
	}
	if scene == nil {
		return
	}

	for i := range scene.Nodes {
		n := &scene.Nodes[i]
		at := nodeSteps(n.Path)
		if n.Placeholder != "" {
			s.path(at[:2], classScene, n.Placeholder, ExternalFile)
		}
		s.properties(n.Class, n.Properties, at)
		s.textValues(n.Properties, at)
	}

	for i, c := range scene.Connections {
		at := []variant.Step{nameStep(keyConnections), indexStep(i)}
		s.add(Finding{CalledMethod, shortPath(at), "", c.Method})
		s.textValues([]objects.Property{objects.Prop("binds", variant.Array{Items: c.Binds})}, at)
	}
}

// textValues calls values for a scene in text form. The values of a PackedScene are in its bundle.
func (s *scanner) textValues(all []objects.Property, at []variant.Step) {
	if s.file.scene != nil {
		s.values(all, at)
	}
}
