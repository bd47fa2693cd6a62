package resource

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"godotvariant/codec/internal/parse"
	"godotvariant/internal/token"
	"godotvariant/objects"
	"godotvariant/variant"
)

// A FindingKind says how a file can run code.
type FindingKind uint8

const (
	// BuiltInScript is a script in the file. Finding.Text is its source. Godot 4 runs the
	// initializers of its static variables as soon as it loads the file, even if nothing uses the
	// script.
	BuiltInScript FindingKind = iota
	// AttachedScript is a resource or node with a script. The engine runs _init and the setters of
	// the script: for a resource when it loads the resource, for a node when it instantiates the
	// scene.
	AttachedScript
	// ExternalScript is a path to a script or to a native library. It is recognized by the
	// extension of the path, or by the type.
	ExternalScript
	// ExternalFile is a path to any other file. The engine loads that file together with this file,
	// so scan it too.
	ExternalFile
	// InlineFile is Resource("res://other.tres") or its binary form: a value that names a file. The
	// engine loads the file, although it is not in the table of external resources. The script of a
	// typed container is an InlineFile, too: Array[Resource("res://item.gd")]([]).
	InlineFile
	// InlineObject is Object(Timer, …): the engine makes an object of this class, which may be a
	// node. It makes the object while it reads the text, even if the value is not used later.
	InlineObject
	// ForeignPath is a path that leads out of the project: an absolute path, one with user:// or
	// http://, or one with "..". The path is also an ExternalScript, an ExternalFile or an
	// InlineFile.
	ForeignPath
	// ScriptClass is the class_name of the main resource's script. It is in the file's header.
	ScriptClass
	// CalledMethod is a connection: a signal calls a method of a node. Finding.Text is the name of
	// the method.
	CalledMethod
	// AnimatedMethod is an Animation with a track that calls methods. It is also an expression in
	// an animation tree.
	AnimatedMethod
	// UnreadableScene is a PackedScene whose nodes [File.Scene] can't read. Finding.Text says why.
	UnreadableScene
	// UnknownAttribute is an attribute of a heading in a text, such as [node x={}]. Its value is
	// neither a number nor text, and not a value that the package comment lists for this attribute.
	// Engines read the value, and make the objects that it contains.
	UnknownAttribute
	// UnclearText is a name, class or path that engines can read as another text. It has a control
	// character, a byte order mark, U+FFFD, or escapes that together are bytes of UTF-8. A name of
	// a class that is not an identifier is also unclear.
	UnclearText
	// MoreFindings is the last item of a list that is not complete. Finding.Text is the number of
	// missing findings.
	MoreFindings
)

var findingNames = [...]string{
	"built-in script", "attached script", "external script", "external file", "inline file",
	"inline object", "foreign path", "script class", "called method", "animated method",
	"unreadable scene", "unknown attribute", "unclear text", "more findings",
}

// String returns the name in plain words: built-in script.
func (k FindingKind) String() string {
	if int(k) < len(findingNames) {
		return findingNames[k]
	}
	return "unknown finding"
}

// A Finding is a part of a file that runs code, or that makes the engine load another file.
type Finding struct {
	Kind FindingKind
	// Path leads to the part. It has the form of a path for [File.Lookup], but long names are cut,
	// and steps after the eighth are left out. For a part of the values of a PackedScene the path
	// begins with $.resource._bundled, which [File.Value] shows as nodes. For an attribute of a
	// heading the path has the tag and the name of the attribute: $.node.groups.
	Path string
	// Class is the class of the object, the type of the external resource, or empty.
	Class string
	// Text is the source, the path or the name, depending on the kind.
	Text string
}

// String returns one line: $.resource.script: attached script: res://item.gd. The line has at most
// 64 bytes of the first line of f.Text.
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

// scripts are the classes of built-in scripts, and scriptTypes are the types of external scripts
// and libraries.
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
)

// The greatest number of findings in a list, and the greatest number of steps in the path of a
// finding.
const (
	maxFindings = 1000
	maxSteps    = 8
)

// findings collects the findings of a file while the file is read.
type findings struct {
	list []Finding
	more int // number of findings that are not in the list
}

// add adds a finding. The argument steps is the path to the value.
func (f *findings) add(kind FindingKind, steps []variant.Step, class, text string) {
	if len(f.list) == maxFindings {
		f.more++
		return
	}
	f.list = append(f.list, Finding{Kind: kind, Path: findingPath(steps), Class: class, Text: text})
}

// findingPath returns the text of a path. It cuts long names, and has at most maxSteps steps.
func findingPath(steps []variant.Step) string {
	if len(steps) > maxSteps {
		return variant.Path(steps[:maxSteps]).Short() + "…"
	}
	return variant.Path(steps).Short()
}

// all returns a copy of the list, with MoreFindings at its end if it is not complete.
func (f *findings) all() []Finding {
	list := slices.Clone(f.list)
	if f.more > 0 {
		list = append(list, Finding{Kind: MoreFindings, Path: "$", Text: strconv.Itoa(f.more)})
	}
	return list
}

// made adds a finding about an object that an engine makes, or a file that it loads, while it reads
// the text of a value. The argument steps is the path of the value.
func (f *findings) made(steps []variant.Step, m parse.Made) {
	steps = slices.Concat(steps, m.Steps[:min(len(m.Steps), maxSteps)])
	if m.File != "" {
		f.file(steps, "Resource", m.File, InlineFile)
		return
	}
	f.add(InlineObject, steps, m.Class, m.Class)
}

// file adds a finding about the path of a file. It also adds a ForeignPath if the path leads out of
// the project.
func (f *findings) file(steps []variant.Step, class, file string, kind FindingKind) {
	f.add(kind, steps, class, file)
	if isForeign(file) {
		f.add(ForeignPath, steps, class, file)
	}
	f.text(steps, file)
}

// text adds a finding if engines can read the name or path s as another text.
func (f *findings) text(steps []variant.Step, s string) {
	if isUnclear(s) {
		f.add(UnclearText, steps, "", strconv.Quote(s))
	}
}

// class adds a finding for a class whose name is not an identifier. It accepts the empty name,
// because a node of an instance has no class.
func (f *findings) class(path func() []variant.Step, class string) {
	if class != "" && !token.IsIdentifier(class) {
		f.add(UnclearText, path(), class, strconv.Quote(class))
	}
}

// scriptClass adds a finding about the class of the main resource's script, if there is one.
func (f *findings) scriptClass(class string) {
	if class == "" {
		return
	}

	at := []variant.Step{nameStep(keyScriptClass)}
	f.add(ScriptClass, at, "", class)
	f.text(at, class)
}

// external adds the findings about an external resource.
func (f *findings) external(id, class, file string) {
	at := []variant.Step{nameStep(keyExternal), keyStep(id)}
	f.file(at, class, file, fileKind(class, file))
	f.text(at, class)
}

// property adds a finding if a property of a resource or node attaches a script, has the source of
// a script, or makes an animation run code. It adds another finding if the name of the property is
// unclear. The function path returns the path to the property.
func (f *findings) property(path func() []variant.Step, class string, p objects.Property) {
	if isUnclear(p.Name) {
		f.text(path(), p.Name)
	}

	switch {
	case p.Name == propertyScript && p.Value.Type() != variant.TypeNil:
		f.add(AttachedScript, path(), class, scriptText(p.Value))
	case p.Name == propertySource:
		f.add(BuiltInScript, parent(path()), class, textOf(p.Value))
	case callsMethods(class, p):
		f.add(AnimatedMethod, path(), class, textOf(p.Value))
	}
}

// parent returns a path without its last step.
func parent(path []variant.Step) []variant.Step { return path[:len(path)-1] }

// resource adds a finding about the class of a resource in two cases: the resource is a script
// without a source, or the name of the class is not an identifier. The caller has already added the
// findings about the properties, such as the source of a script.
func (f *findings) resource(
	path func() []variant.Step, class string, all []objects.Property,
) {
	f.class(path, class)
	if !slices.Contains(scripts, class) {
		return
	}

	hasSource := slices.ContainsFunc(all, func(p objects.Property) bool {
		return p.Name == propertySource
	})
	if !hasSource {
		f.add(BuiltInScript, path(), class, "")
	}
}

// tracks are the types of animation tracks that do not call methods.
var tracks = []string{"value", "position_3d", "rotation_3d", "scale_3d", "blend_shape", "bezier",
	"audio", "animation", "transform"}

// callsMethods reports whether a property of an animation calls methods or holds an expression.
func callsMethods(class string, p objects.Property) bool {
	switch {
	case strings.HasPrefix(class, "Animation") && strings.HasSuffix(p.Name, "/type"):
		return !slices.Contains(tracks, textOf(p.Value))
	case strings.HasSuffix(p.Name, "advance_expression"):
		return p.Value.Type() != variant.TypeNil && p.Value != variant.String("")
	}
	return false
}

// textOf returns the text of a value that is text, and "" for any other.
func textOf(v variant.Variant) string {
	switch v := v.(type) {
	case variant.String:
		return string(v)
	case variant.StringName:
		return string(v)
	case objects.NodePath:
		return v.String()
	}
	return ""
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

func fileKind(class, file string) FindingKind {
	if slices.Contains(scriptTypes, class) || isScript(file) {
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

// isUnclear reports whether engines can read the text s as another text, see UnclearText. In a
// file, engines read an escape such as "\u00ef" as one byte of UTF-8, not as a character. So they
// read "\u00ef\u00bb\u00bf" as a byte order mark, and drop it.
func isUnclear(s string) bool {
	before := rune(0)
	for _, c := range s {
		isControl := c < ' ' || c >= 0x7F && c < 0xA0
		isByte := before >= 0xC0 && before <= 0xFF && c >= 0x80 && c < 0xC0
		if isControl || isByte || c == '\uFEFF' || c == utf8.RuneError {
			return true
		}
		before = c
	}
	return false
}
