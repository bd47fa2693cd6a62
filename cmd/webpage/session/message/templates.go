package message

import (
	"errors"

	"godotvariant/cmd/internal/document"
	"godotvariant/codec/savefile"
	"godotvariant/variant"
)

// templates are the texts of all messages in English.
var templates = map[string]string{
	"fact.file":          "{bytes|byte|bytes}",
	"fact.container":     "{label}",
	"fact.engine":        "{label}",
	"fact.bare":          "var_to_bytes",
	"fact.records":       "{records|record|records} of {framing}",
	"fact.kind.config":   "ConfigFile",
	"fact.kind.json":     "JSON",
	"fact.kind.text":     "text",
	"fact.kind.resource": "resource, read only",

	"damage": "The file is damaged: {detail}. What can be read is shown. " +
		"It can be saved as a new file.",
	"warn.tail": "{bytes|stray byte|stray bytes} after the last record are kept as they are.",
	"warn.name": "The name of the file says {said}, and its bytes are those of the kind {kind}.",
	"warn.text": "This is read as plain text: {detail}.",
	"warn.tie": "The bytes do not tell which engine wrote them. These fit: {engines}. " +
		"Choose the one of the game before you change something.",

	"count.keys":       "{n|key|keys}",
	"count.items":      "{n|item|items}",
	"count.properties": "{n|property|properties}",
	"key.bytes":        "it has {n|byte|bytes}",

	"why.long":     "It is too long to edit as one text. Edit its parts in the tree.",
	"why.longText": "The text has {bytes|byte|bytes}. Save it, edit it, and load it again.",
	"why.noText":   "No text says all that is in this value, so it can't be edited as text.",

	"same":         "The value is the same as before.",
	"edit.set":     "{path} is now {value}.",
	"edit.retyped": "{path} is now {value}, and no longer of type {old}.",
	"edit.added":   "{path} is added.",
	"edit.removed": "{path} is deleted.",
	"edit.renamed": "{path} is now {to}.",
	"edit.moved":   "{path} is moved to place {at}.",
	"edit.several": "{n|value is|values are} changed in {path}.",
	"edit.taken":   "{n|value is|values are} now as in {file}.",
	"undone":       "Undone: {edit}",
	"replayed":     "{n|change is|changes are} made again, {failed} could not be made.",

	"convert.same": "The file is for the engine that wrote it. No value is converted.",
	"convert.none": "{engine} has all of these values. Nothing is lost. Properties of objects " +
		"are not converted.",
	"convert.some": "{n|value changes|values change} for {engine}:",

	"about.date":    "{text} UTC",
	"about.image":   "{file} image, {width} × {height}, {bytes|byte|bytes}",
	"about.picture": "{file} image, {bytes|byte|bytes}",
	"about.archive": "{file}, {bytes|byte|bytes}",
	"about.table":   "{rows|row|rows} with {columns|column|columns}",
	"about.grid":    "grid {width} × {height}?",
	"about.json":    "holds JSON, {bytes|byte|bytes}",
	"about.packet":  "holds a value of Godot, {bytes|byte|bytes}",
	"about.points":  "{count|point|points}",

	"bytes.record":  "length of the record",
	"bytes.padding": "padding",
	"bytes.fault":   "can't be read",
	"bytes.stray":   "stray bytes",

	"error.general":          "{detail}",
	"error.damaged":          "{detail}",
	"error.noCall":           "no function is called {name}",
	"error.noFile":           "no file is open",
	"error.noEngine":         "no engine is called {name}",
	"error.noContainer":      "no container is called {name}",
	"error.noView":           "no view is called {name}",
	"error.noSample":         "no sample is called {name}",
	"error.passwordMissing":  "enter the password",
	"error.secretKeyMissing": "enter the key",
	"error.badKey":           "a key has 32 bytes: {detail}",
	"error.paste":            "{detail}",
	"error.wrongSecret":      "this does not open the file, or the file is damaged",
	"error.budget": "the file has {bytes|byte|bytes} and may take {memory|byte|bytes} " +
		"of memory",
	"error.unknown":        "this is not a file of Godot values: {hint}",
	"error.foreign":        "this is not a file of Godot values: {advice}",
	"error.notDamaged":     "the file is not damaged",
	"error.readOnly":       "the file can't be changed: {detail}",
	"error.notFound":       "there is nothing at {path}",
	"error.tie":            "choose the engine of the game: {detail}",
	"error.tooLong":        "this is too large: {detail}",
	"error.tooDeep":        "values are nested too deep: {detail}",
	"error.valueMissing":   `enter a value: 10, 1.5, "text", true, Vector2(1, 2), [1, 2]`,
	"error.syntax":         "this is not a value: {problem}",
	"error.syntaxTry":      "this is not a value: {problem}. Try {try}",
	"error.range":          "the number {value} does not fit its type",
	"error.retype":         "{path} is of type {old}, and {value} is of type {new}",
	"error.elementType":    "this must be of type {element}: {value}",
	"error.kindType":       "this kind of file can't have that: {detail}",
	"error.exists":         "the key {key} exists",
	"error.isRoot":         "that can't be done with the whole file",
	"error.noName":         "an item of an array has no name",
	"error.keyMissing":     `enter a key: name, "two words", 10, Vector2i(1, 2)`,
	"error.noNextKey":      "this key has no next one: insert a new key",
	"error.noPlace":        "only {n|place is|places are} possible",
	"error.componentCount": "there are {n|component|components}",
	"error.notNumber":      "{value} is not of type {type}",
	"error.notColor":       "{value} is not a color: #rrggbb or #rrggbbaa",
	"error.noType":         "a value can't become {type} here",
	"error.noBytes":        "a {type} has no bytes of its own",
	"error.noConvert":      "a file of this kind is the same for all engines",
	"error.nothingToUndo":  "there is nothing to undo",
	"error.nothingToRedo":  "there is nothing to do again",
	"error.notChanged":     "{path} has not been changed",
	"error.queryNumber":    "{term} needs a number",
	"error.noMatch":        "nothing is found",
	"error.noTable":        "this is not an array of dictionaries",
	"error.noGrid":         "this is not a grid of at most 65,536 cells",
}

// codeOf returns the code of an error of the library.
func codeOf(err error) string {
	switch {
	case errors.Is(err, document.ErrTie):
		return "tie"
	case errors.Is(err, variant.ErrDepth):
		return "tooDeep"
	case errors.Is(err, variant.ErrElementType):
		return "elementType"
	case errors.Is(err, variant.ErrRange):
		return "range"
	case errors.Is(err, variant.ErrDuplicateKey):
		return "exists"
	case errors.Is(err, variant.ErrLimit), errors.Is(err, variant.ErrLimit):
		return "tooLong"
	case errors.Is(err, savefile.ErrChecksum):
		return "damaged"
	}
	return "general"
}
