package message

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

	"damage": "The file is damaged. {problem} The page shows the readable part, which can be " +
		"saved as a new file.",
	"deep": "Values are nested deeper than this page can read. The page shows the values above " +
		"them, which can be saved as a new file.",
	"warn.tail": "{bytes|stray byte|stray bytes} after the last record are kept as they are.",
	"warn.name": "The name of the file says {said}, and its bytes are those of the kind {kind}.",
	"warn.text": "This is read as plain text, because it can't be read as {kind}.",
	"warn.mark": "The file begins with a byte order mark, which engines read as part of the " +
		"first key: save it without the mark in a text editor.",
	"warn.tie": "The bytes do not tell which engine wrote them. These fit: {engines}. Choose " +
		"the one of the game before you change something.",

	"count.keys":       "{n|key|keys}",
	"count.items":      "{n|item|items}",
	"count.properties": "{n|property|properties}",

	"why.long":     "It is too long to edit as one text. Edit its parts in the tree.",
	"why.longText": "The text has {bytes|byte|bytes}. Save it, edit it, and load it again.",
	"why.noText":   "Text can't express all of this value, so it can't be edited as text.",

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

	"note.replaced":   "{path}: {from} becomes {to}",
	"note.renamed":    "{path}: the class {from} is called {to}",
	"note.rounded":    "{path}: {from} is rounded to {to}",
	"note.infinite":   "{path}: {from} is too large and becomes infinite",
	"note.zero":       "{path}: {from} is too small and becomes 0",
	"note.nan":        "{path}: this NaN loses some of its bits",
	"note.lost":       "{path}: a part of it is lost",
	"note.null":       "{path}: {from} means nothing outside of the game and becomes null",
	"note.foreign":    "{path}: this text looks like a value of another engine, and stays as it is",
	"note.changed":    "{path}: it changes",
	"detected.chosen": "You have chosen this engine.",
	"detected.sure":   "This engine writes values just like these.",
	"detected.doubt":  "This engine fits best, but some values are unusual for it.",

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

	"place.file":  "The file",
	"place.path":  "{path}",
	"place.about": "{place} ({about})",
	"place.line":  "line {line}, column {column}",
	"place.byte":  "byte {offset}",

	"form.image":    "This is a picture ({name}): open the save of the game.",
	"form.sound":    "This is a sound ({name}): open the save of the game.",
	"form.archive":  "This is an archive ({name}): unpack it, and open the files in it.",
	"form.pck":      "This is a PCK, the files of a game: GDRE Tools takes them out.",
	"form.database": "This is a SQLite database: sqlite3 opens it.",
	"form.script":   "This is a compiled script: GDRE Tools turns it into text.",
	"form.texture":  "This is an imported texture: the picture is in the project of the game.",
	"form.text":     "This is text in UTF-16: save it in UTF-8, and open it again.",
	"form.other":    "This is another kind of file ({name}): open the save of the game.",

	"error.at":      "{place} – {problem}",
	"error.general": "This could not be done: the details say why.",

	"error.kind.truncated": "The data ends too soon: look for a complete copy of the file.",
	"error.kind.length": "A length is impossible: choose another engine, or look for an " +
		"undamaged copy of the file.",
	"error.kind.type": "The engine has no type with this number: choose another engine, or look " +
		"for an undamaged copy of the file.",
	"error.kind.flags":    "Bits are set that mean nothing to this engine: choose another engine.",
	"error.kind.depth":    "Values are nested too deep: take the inner ones out.",
	"error.kind.utf8":     "The text is not UTF-8: type it anew.",
	"error.kind.object":   "A whole object can't stand here: use a Dictionary.",
	"error.kind.nodepath": "This NodePath has a form that engines no longer read: type it anew.",
	"error.kind.elemtype": "An item does not have the type of its list: enter one of that type.",
	"error.kind.trailing": "More bytes follow the value: choose another engine or container.",
	"error.kind.limit":    "This is larger than the page allows: make it smaller.",
	"error.kind.padding": "Bytes that must be zero are not: choose another engine, or look for " +
		"an undamaged copy of the file.",
	"error.kind.bool": "A bool is neither true nor false: choose another engine, or look for an " +
		"undamaged copy of the file.",
	"error.kind.nul": "The text has a NUL character, where engines end it: delete that " +
		"character.",
	"error.kind.duplicate_key": "A key is there twice: rename one of the two.",
	"error.kind.unsupported": "There is no form for this value here: change it, or choose " +
		"another engine or container.",
	"error.kind.inexact":    "Single precision rounds this number: enter one with fewer digits.",
	"error.kind.not_finite": "The number is infinite or not a number: enter another one.",
	"error.kind.range": "The number is too large or too small for its type: enter one that " +
		"fits.",
	"error.kind.not_found":  "Nothing has this name or number: choose another value.",
	"error.kind.wrong_type": "The value has another type than is needed: enter one of that type.",
	"error.kind.syntax":     "The text is not a value: write it as in GDScript.",
	"error.kind.options":    "These choices do not fit together: choose others.",
	"error.kind.format":     "The container of the file is damaged: look for an undamaged copy.",
	"error.kind.checksum": "The checksum is wrong: enter another password or key, or look for " +
		"an undamaged copy of the file.",
	"error.kind.changed": "Another program has changed the file: open it again.",
	"error.kind.key":     "This password or key can't be used: enter another one.",

	"error.noSuch":           "Nothing is called {name}.",
	"error.noFile":           "No file is open.",
	"error.passwordMissing":  "Enter the password.",
	"error.secretKeyMissing": "Enter the key.",
	"error.badKey": "A key has 32 bytes: enter 64 hexadecimal digits, base64, 32 numbers or 32 " +
		"characters.",
	"error.paste": "These are not bytes: paste hexadecimal digits, base64, or a list such as " +
		"[5, 0, 0, 0].",
	"error.stopped": "The work was stopped; nothing has changed.",
	"error.wrongSecret": "This does not open the file: enter another password or key, or look " +
		"for an undamaged copy.",
	"error.budget": "The file has {bytes|byte|bytes} and may take {memory|byte|bytes} of memory.",
	"error.unknown": "No known engine writes such a file: choose how to read it, or open " +
		"another one.",
	"error.emptyFile":  "The file is empty: open another one.",
	"error.foreign":    "{form}",
	"error.notDamaged": "The file is not damaged.",
	"error.readOnly":   "Resources are shown and not changed: change them in the editor of Godot.",
	"error.damagedReadOnly": "Only a part of the file could be read, so it can't be changed: " +
		"keep the readable part as a new file.",
	"error.notFound": "There is nothing at {path}.",
	"error.tie": "Several engines fit the file and would write it in different ways: choose the " +
		"engine of the game.",
	"error.valueMissing": `Enter a value: 10, 1.5, "text", true, Vector2(1, 2), [1, 2]`,
	"error.syntax": `This is not a value (character {at}): write for example 10, "text", true ` +
		"or [1, 2].",
	"error.syntaxTry":      "This is not a value (character {at}). Try {try}",
	"error.range":          "The number {value} does not fit its type.",
	"error.retype":         "{path} is of type {old}, and {value} is of type {new}.",
	"error.elementType":    "This must be of type {element}: {value}.",
	"error.kindType":       "This kind of file can't have that: enter another value.",
	"error.exists":         "The key {key} exists.",
	"error.isRoot":         "That can't be done with the whole file.",
	"error.noName":         "An item of an array has no name.",
	"error.keyMissing":     `Enter a key: name, "two words", 10, Vector2i(1, 2)`,
	"error.noNextKey":      "This key has no next one: insert a new key.",
	"error.noPlace":        "Only {n|place is|places are} possible.",
	"error.componentCount": "There are {n|component|components}.",
	"error.notNumber":      "{value} is not of type {type}: enter a number.",
	"error.notColor":       "{value} is not a color: #rrggbb or #rrggbbaa",
	"error.noType":         "A value can't become {type} here.",
	"error.noBytes":        "A {type} has no bytes of its own.",
	"error.noConvert":      "A file of this kind is the same for all engines.",
	"error.nothingToUndo":  "There is nothing to undo.",
	"error.nothingToRedo":  "There is nothing to do again.",
	"error.notChanged":     "{path} has not been changed.",
	"error.queryNumber":    "{term} needs a number.",
	"error.noMatch":        "Nothing is found.",
	"error.noTable":        "This is not an array of dictionaries.",
	"error.noGrid":         "This is not a grid of at most 65,536 cells.",
}
