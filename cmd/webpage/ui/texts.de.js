// @ts-check
// The texts of the page and the messages of the program in German.

/** @type {import("./texts.en.js").Texts} */
export const de = {
	page: {
		// the header
		title: "Godot-Speicherstände bearbeiten",
		staysHere: "bleibt auf diesem Computer",
		engine: "Engine, die die Datei geschrieben hat",
		open: "Öffnen…",
		openFile: "Speicherstand öffnen",
		compare: "Vergleichen…",
		compareFile: "Mit einer anderen Datei vergleichen",
		back: "‹ Zurück zu {name}",
		undo: "Rückgängig",
		redo: "Wiederholen",
		download: "Herunterladen",
		downloadAs: "Herunterladen als…",
		help: "Tasten und Hilfe",
		menu: "Menü",
		viewsOfFile: "Ansichten der Datei",
		tree: "Baum",
		table: "Tabelle",
		text: "Text",
		bytes: "Bytes",
		code: "Code",
		changes: "Änderungen",
		comparison: "Vergleich",
		find: "Suchen",
		findHint: "Schlüssel, Wert, type:Color, >1000",
		findBefore: "Voriger Treffer",
		findAfter: "Nächster Treffer",
		findCount: "{n} gefunden",
		findSoFar: "bisher {n}…",
		findNone: "Nichts gefunden",
		findAt: "{at} von {of}",

		// without a file
		welcome: "Godot‑Speicherstände öffnen, ändern und umwandeln",
		welcomeText: "Sehen Sie jeden Wert Ihres Speicherstands, ändern Sie ihn und laden Sie " +
			"eine Datei herunter, die das Spiel liest.",
		choose: "Speicherstand wählen",
		dropHint: "oder irgendwo auf dieser Seite ablegen",
		dropNow: "Ablegen, um die Datei zu öffnen",
		trySample: "Keinen Speicherstand zur Hand? Ein Beispiel:",
		"sample.rpg": "Rollenspiel",
		"sample.tiles": "Kachelkarte",
		"sample.secret": "Verschlüsselt",
		"sampleText.rpg": "Held, Tasche und Aufgaben",
		"sampleText.tiles": "eine Karte aus Zellen, Farben",
		"sampleText.secret": "das Passwort ist „secret“",
		paste: "Bytes einfügen",
		pasteLabel: "Hexadezimal, Base64 oder eine Liste wie [5, 0, 0, 0]",
		openBytes: "Diese Bytes öffnen",
		opensTitle: "Was sich öffnen lässt",
		opensText: "Speicherstände von Spielen mit Godot 3, Godot 4 oder Pandemonium, auch " +
			"gepackt oder mit Passwort. Dazu Einstellungen und andere Dateien solcher Spiele.",
		privacyTitle: "Nichts wird gesendet",
		privacyText: "Die Seite liest die Datei in Ihrem Browser und sendet sie niemandem. Sie " +
			"läuft auch ohne Internet.",
		placesTitle: "Wo Speicherstände liegen",
		gameName: "Spiel",
		language: "Sprache",
		independent: "Gemacht mit godotvariant. Godot ist eine Marke der Godot Foundation; " +
			"diese Seite ist davon unabhängig.",
		restore: "Wiederherstellen",
		forget: "Verwerfen",
		restoreText: "{name} war in diesem Tab offen.",

		// a locked file
		locked: "{name} ist verschlüsselt",
		lockText: "Das Passwort oder der Schlüssel des Spiels öffnet sie.",
		openWith: "Öffnen mit",
		password: "dem Passwort",
		keyOf32Bytes: "dem Schlüssel (32 Bytes)",
		secret: "Passwort oder Schlüssel",
		unlock: "Öffnen",
		lockHint: "Er steht im Code des Spiels: als letztes Argument von " +
			"open_encrypted_with_pass oder open_encrypted. Ein Schlüssel besteht aus 64 " +
			"Hexadezimalziffern, Base64, einer Liste von Zahlen oder 32 Zeichen.",

		// the tree and the editor
		treeLabel: "Werte der Datei",
		selectedValue: "Gewählter Wert",
		value: "Wert",
		valueNamed: "Wert von {name}",
		key: "Schlüssel",
		path: "Pfad",
		copyPath: "Pfad kopieren",
		copied: "Kopiert.",
		copy: "Kopieren",
		apply: "Übernehmen",
		applyCode: "Code übernehmen",
		asCode: "Als GDScript",
		valueAsCode: "Wert, wie in GDScript",
		color: "Farbe",
		colors: "Farben",
		colorAsHex: "Farbe als #rrggbbaa",
		"do.insert": "Hinzufügen…",
		"do.rename": "Umbenennen…",
		"do.duplicate": "Duplizieren",
		"do.up": "Nach oben",
		"do.down": "Nach unten",
		"do.type": "Typ ändern…",
		"do.revert": "Zurücksetzen",
		"do.remove": "Löschen",
		renameTitle: "Schlüssel umbenennen",
		rename: "Umbenennen",
		insertTitle: "Wert hinzufügen",
		insert: "Hinzufügen",
		typeTitle: "Typ ändern",
		newType: "Neuer Typ",
		changeType: "Typ ändern",
		retype: "Anderer Typ?",
		retypeText: "Der Wert hat den Typ {old}; eingegeben wurde {new}. Das Spiel nimmt das " +
			"vielleicht nicht an.",
		retypeConfirm: "In {new} ändern",
		notApplied: "Dieser Text ist nicht übernommen",
		notAppliedText: "„{text}“ ist hier kein Wert. Weiter bearbeiten oder verwerfen?",
		keepEditing: "Weiter bearbeiten",
		dropTyped: "Verwerfen",
		openTable: "Als Tabelle öffnen",
		openInside: "Öffnen",
		plot: "Eine Linie durch die Punkte",
		map: "Eine Karte mit {width} × {height} Zellen",
		mapKeys: "Pfeiltasten wählen eine Zelle, Enter bearbeitet sie",
		cell: "Zelle {x}, {y}",

		// the table
		filter: "Zeilen filtern",
		rowCount: "{n|Zeile|Zeilen}",
		sortBy: "Sortieren",
		setAll: "{name} in allen Zeilen setzen",
		cellOf: "{name} in Zeile {at}",

		// the other views
		formOfText: "Form",
		formVarToStr: "var_to_str, wie Godot 4 es schreibt",
		formVar2str: "var2str, wie Godot 3 es schreibt",
		formLossless: "mit allen Ziffern und Bits",
		formRelaxed: "einfaches JSON, für Menschen und Werkzeuge",
		formCanonical: "mit allen Typen, wie JSON.from_native",
		downloadView: "Text herunterladen",
		bytesHint: "Die Bytes der Werte, entpackt: Position, Bytes, Bedeutung. Eine Zeile wählt " +
			"ihren Wert.",
		bytesStart: "ab dem Anfang",
		codeThatReads: "Code, der diese Datei liest",
		noChanges: "Keine Änderungen",
		changeCount: "{n|Änderung|Änderungen}",
		noDifferences: "Keine Unterschiede",
		differenceCount: "{n|Unterschied|Unterschiede}",
		showMore: "Mehr zeigen",
		takeValue: "Diesen Wert nehmen",
		takeAway: "Hier löschen",
		"change.changed": "geändert",
		"change.retyped": "anderer Typ",
		"change.added": "hinzugefügt",
		"change.removed": "gelöscht",
		"change.renamed": "umbenannt",
		"change.moved": "verschoben",
		wholeFile: "Die Datei",
		compareHere: "{name}, die offene Datei",
		compareThere: "{name}, die andere Datei",
		"compared.changed": "verschieden",
		"compared.retyped": "anderer Typ",
		"compared.added": "nur dort",
		"compared.removed": "nur hier",
		"compared.renamed": "anderer Name",
		"compared.moved": "an anderer Stelle",

		// saving
		forEngine: "Für die Engine",
		asContainer: "Als",
		encryptWith: "Verschlüsseln mit",
		downloadPatch: "Nur die Änderungen herunterladen",
		applyPatch: "Änderungen anwenden…",
		noPatch: "{name} enthält keine Änderungen, die diese Seite gespeichert hat.",
		downloaded: "{name} heruntergeladen, {size}.",
		backup: "Behalten Sie eine Kopie der alten Datei.",
		salvage: "Behalten, was lesbar war",

		// links, cells of a sheet, folds
		link: "Link kopieren…",
		linkTitle: "Ein Link auf diesen Speicherstand",
		linkText: "Der Speicherstand steckt im Link selbst: Kein Server erhält ihn. Wer den " +
			"Link öffnet, sieht den jetzigen Stand, ohne spätere Änderungen.",
		linkLength: "{n|Zeichen|Zeichen}",
		linkTooLong: "Dieser Speicherstand braucht einen Link mit {n} Zeichen, Browser " +
			"vertragen {most}. Senden Sie stattdessen die Datei.",
		linkBroken: "Dieser Link enthält keinen vollständigen Speicherstand. Vielleicht wurde " +
			"sein Ende abgeschnitten: Bitten Sie erneut darum.",
		linkOpened: "Ihre Änderungen sind nicht in seinem Link.",
		pasteOutside: "Nichts wurde eingefügt: Die Tabelle hat keine Zelle für „{text}“ " +
			"(kopierte Zeile {row}, Spalte {column}).",
		pasteRefused: "Nichts wurde eingefügt. {name} in Zeile {at}: {why}",
		columnWidth: "Breite von {name}",
		foldFrom: "Teil ab Zeile {n}",

		// words
		opened: "{name} ist offen.",
		working: "In Arbeit…",
		"progress.unpack": "Entpacken…",
		"progress.read": "Lesen…",
		"progress.search": "Suchen…",
		"progress.bytes": "Bytes lesen…",
		"progress.save": "Schreiben…",
		"progress.compare": "Vergleichen…",
		"progress.table": "Sortieren…",
		"progress.edit": "Ändern…",
		"progress.probe": "Datei wird erkannt…",
		"progress.text": "Text wird erstellt…",
		stop: "Anhalten",
		details: "Einzelheiten",
		close: "Schließen",
		cancel: "Abbrechen",
		reopen: "Mit meinen Änderungen neu öffnen",
		openedAgain: "Die Datei ist wieder offen, mit Ihren Änderungen.",
		programEnded: "Das Programm wurde beendet, vielleicht aus Mangel an Speicher.",
		programFailed: "Das Programm ist abgestürzt.",
		cannotStart: "Das Programm kann in diesem Browser nicht starten: {why}",
		openAnyway: "Trotzdem öffnen",
		readAs: "Lesen als {name}",
		discardTitle: "Änderungen verwerfen?",
		discardText: "Änderungen an {name} sind nicht heruntergeladen.",
		putTitle: "Änderungen behalten?",
		putText: "{name} ist geändert. Die Änderungen können nach {outer} übernommen werden.",
		putInto: "In {name} übernehmen",
		discard: "Verwerfen",
		keepWork: "Arbeit in diesem Tab behalten",
		keepTooLong: "Die Datei ist zu groß, um im Tab behalten zu werden.",
		keysHint: "? Tasten",

		// the help
		helpMove: "andere Zeile",
		helpOpen: "öffnen und hinein, schließen und hinaus",
		helpSiblings: "alle Zeilen einer Ebene öffnen",
		helpEdit: "Wert bearbeiten",
		helpNext: "übernehmen und den nächsten Wert bearbeiten",
		helpBack: "zurück zum Baum, ohne Änderung",
		helpInsert: "Wert hinzufügen",
		helpDelete: "Wert löschen",
		helpOrder: "Wert verschieben",
		helpUndo: "rückgängig, wiederholen",
		helpFind: "suchen; Enter und Umschalt-Enter gehen weiter",
		helpSave: "herunterladen",
		helpFile: "Datei öffnen",
		helpWord: "in Schlüssel oder Wert",
		helpType: "ein Typ oder eine Gruppe von Typen",
		helpPart: "nur im Schlüssel, nur im Wert",
		helpNumber: "Zahlen im Vergleich",
		helpChanged: "was Sie geändert haben",

		// labels of the program
		"label.same": "im selben Container: {first}",
		"label.later": "{first} und neuer",
		"label.range": "{first} bis {second}",
		"label.double": "doppelte Genauigkeit",
		"label.big": "Big-Endian",
		"label.compressed": "gepackt",
		"label.encrypted": "verschlüsselt",
		"label.plain": "ungepackt",
	},

	program: {
		"fact.file": "{bytes|Byte|Bytes}",
		"fact.bare": "var_to_bytes",
		"fact.records": "{records|Datensatz|Datensätze} von {framing}",
		"fact.kind.config": "ConfigFile",
		"fact.kind.json": "JSON",
		"fact.kind.text": "Text",
		"fact.kind.resource": "Ressource, nur lesbar",

		damage: "Die Datei ist beschädigt. {problem} Gezeigt wird, was lesbar ist; es lässt " +
			"sich als neue Datei speichern.",
		deep: "Werte sind tiefer verschachtelt, als diese Seite lesen kann. Gezeigt wird, was " +
			"darüber liegt; es lässt sich als neue Datei speichern.",
		"warn.tail": "{bytes|überzähliges Byte|überzählige Bytes} nach dem letzten Datensatz: " +
			"sie bleiben, wie sie sind.",
		"warn.name": "Der Name der Datei sagt {said}, und ihre Bytes sind von der Art {kind}.",
		"warn.text": "Dies wird als reiner Text gelesen, weil es sich nicht als {kind} lesen " +
			"lässt.",
		"warn.mark": "Die Datei beginnt mit einer Byte-Reihenfolge-Marke, die Engines als Teil " +
			"des ersten Schlüssels lesen: speichern Sie sie in einem Texteditor ohne die Marke.",
		"warn.tie": "Die Bytes sagen nicht, welche Engine sie geschrieben hat. Diese passen: " +
			"{engines}. Wählen Sie die des Spiels, bevor Sie etwas ändern.",

		"count.keys": "{n|Schlüssel|Schlüssel}",
		"count.items": "{n|Element|Elemente}",
		"count.properties": "{n|Eigenschaft|Eigenschaften}",

		"why.long": "Das ist zu lang, um als ein Text bearbeitet zu werden. Bearbeiten Sie die " +
			"Teile im Baum.",
		"why.longText": "Der Text hat {bytes|Byte|Bytes}. Speichern Sie ihn, bearbeiten Sie ihn " +
			"und laden Sie ihn wieder.",
		"why.noText": "Kein Text sagt alles, was in diesem Wert ist; darum lässt er sich nicht " +
			"als Text bearbeiten.",

		same: "Der Wert ist derselbe wie vorher.",
		"edit.set": "{path} ist jetzt {value}.",
		"edit.retyped": "{path} ist jetzt {value} und nicht mehr vom Typ {old}.",
		"edit.added": "{path} ist hinzugefügt.",
		"edit.removed": "{path} ist gelöscht.",
		"edit.renamed": "{path} heißt jetzt {to}.",
		"edit.moved": "{path} steht jetzt an Stelle {at}.",
		"edit.several": "{n|Wert|Werte} in {path} geändert.",
		"edit.taken": "{n|Wert ist|Werte sind} jetzt wie in {file}.",
		undone: "Rückgängig: {edit}",
		replayed: "{n|Änderung|Änderungen} wiederholt; nicht möglich: {failed}.",

		"convert.same": "Die Datei ist für die Engine, die sie geschrieben hat. Kein Wert wird " +
			"umgewandelt.",
		"convert.none": "{engine} kennt alle diese Werte. Nichts geht verloren. Eigenschaften " +
			"von Objekten werden nicht umgewandelt.",
		"convert.some": "{n|Wert ändert sich|Werte ändern sich} für {engine}:",

		"note.replaced": "{path}: Aus {from} wird {to}",
		"note.renamed": "{path}: Die Klasse {from} heißt dort {to}",
		"note.rounded": "{path}: {from} wird auf {to} gerundet",
		"note.infinite": "{path}: {from} ist zu groß und wird unendlich",
		"note.zero": "{path}: {from} ist zu klein und wird 0",
		"note.nan": "{path}: Dieses NaN verliert einige seiner Bits",
		"note.lost": "{path}: Ein Teil davon geht verloren",
		"note.null": "{path}: {from} bedeutet außerhalb des Spiels nichts und wird null",
		"note.foreign": "{path}: Dieser Text sieht aus wie ein Wert einer anderen Engine und " +
			"bleibt, wie er ist",
		"note.changed": "{path}: Das ändert sich",
		"detected.chosen": "Sie haben diese Engine gewählt.",
		"detected.sure": "Diese Engine schreibt Werte genau so.",
		"detected.doubt": "Diese Engine passt am besten, aber einige Werte sind für sie " +
			"ungewöhnlich.",

		"about.date": "{text} UTC",
		"about.image": "Bild ({file}), {width} × {height}, {bytes|Byte|Bytes}",
		"about.picture": "Bild ({file}), {bytes|Byte|Bytes}",
		"about.archive": "{file}, {bytes|Byte|Bytes}",
		"about.table": "{rows|Zeile|Zeilen} mit {columns|Spalte|Spalten}",
		"about.grid": "Raster {width} × {height}?",
		"about.json": "enthält JSON, {bytes|Byte|Bytes}",
		"about.packet": "enthält einen Wert von Godot, {bytes|Byte|Bytes}",
		"about.points": "{count|Punkt|Punkte}",

		"bytes.record": "Länge des Datensatzes",
		"bytes.padding": "Füllbytes",
		"bytes.fault": "nicht lesbar",
		"bytes.stray": "überzählige Bytes",


		"place.file": "Die Datei",
		"place.about": "{place} ({about})",
		"place.line": "Zeile {line}, Spalte {column}",
		"place.byte": "Byte {offset}",

		"form.image": "Das ist ein Bild ({name}): Öffnen Sie den Speicherstand des Spiels.",
		"form.sound": "Das ist ein Klang ({name}): Öffnen Sie den Speicherstand des Spiels.",
		"form.archive": "Das ist ein Archiv ({name}): Entpacken Sie es und öffnen Sie die " +
			"Dateien darin.",
		"form.pck": "Das ist ein PCK mit den Dateien eines Spiels: GDRE Tools holt sie heraus.",
		"form.database": "Das ist eine SQLite-Datenbank: sqlite3 öffnet sie.",
		"form.script": "Das ist ein kompiliertes Skript: GDRE Tools macht Text daraus.",
		"form.texture": "Das ist eine importierte Textur: Das Bild liegt im Projekt des Spiels.",
		"form.text": "Das ist Text in UTF-16: Speichern Sie ihn in UTF-8 und öffnen Sie ihn " +
			"wieder.",
		"form.other": "Das ist eine andere Art von Datei ({name}): Öffnen Sie den Speicherstand " +
			"des Spiels.",

		"error.at": "{place} – {problem}",
		"error.general": "Das ging nicht: Die Einzelheiten sagen, warum.",

		"error.kind.truncated": "Die Daten enden zu früh: Suchen Sie eine vollständige Kopie " +
			"der Datei.",
		"error.kind.length": "Eine Länge ist unmöglich: Wählen Sie eine andere Engine oder " +
			"suchen Sie eine unbeschädigte Kopie der Datei.",
		"error.kind.type": "Die Engine hat keinen Typ mit dieser Nummer: Wählen Sie eine andere " +
			"Engine oder suchen Sie eine unbeschädigte Kopie der Datei.",
		"error.kind.flags": "Es sind Bits gesetzt, die dieser Engine nichts sagen: Wählen Sie " +
			"eine andere Engine.",
		"error.kind.depth": "Werte sind zu tief verschachtelt: Nehmen Sie die inneren heraus.",
		"error.kind.utf8": "Der Text ist kein UTF-8: Geben Sie ihn neu ein.",
		"error.kind.object": "Ein ganzes Objekt kann hier nicht stehen: Nehmen Sie ein Dictionary.",
		"error.kind.nodepath": "Dieser NodePath hat eine Form, die Engines nicht mehr lesen: " +
			"Geben Sie ihn neu ein.",
		"error.kind.elemtype": "Ein Element hat nicht den Typ seiner Liste: Geben Sie eines von " +
			"diesem Typ ein.",
		"error.kind.trailing": "Nach dem Wert folgen noch Bytes: Wählen Sie eine andere Engine " +
			"oder einen anderen Container.",
		"error.kind.limit": "Das ist größer, als die Seite erlaubt: Machen Sie es kleiner.",
		"error.kind.padding": "Bytes, die null sein müssen, sind es nicht: Wählen Sie eine " +
			"andere Engine oder suchen Sie eine unbeschädigte Kopie der Datei.",
		"error.kind.bool": "Ein bool ist weder wahr noch falsch: Wählen Sie eine andere Engine " +
			"oder suchen Sie eine unbeschädigte Kopie der Datei.",
		"error.kind.nul": "Der Text hat ein NUL-Zeichen, an dem Engines ihn beenden: Löschen " +
			"Sie dieses Zeichen.",
		"error.kind.duplicate_key": "Ein Schlüssel ist zweimal da: Benennen Sie einen der " +
			"beiden um.",
		"error.kind.unsupported": "Für diesen Wert gibt es hier keine Form: Ändern Sie ihn oder " +
			"wählen Sie eine andere Engine oder einen anderen Container.",
		"error.kind.inexact": "Einfache Genauigkeit rundet diese Zahl: Geben Sie eine mit " +
			"weniger Ziffern ein.",
		"error.kind.not_finite": "Die Zahl ist unendlich oder keine Zahl: Geben Sie eine andere " +
			"ein.",
		"error.kind.range": "Die Zahl ist zu groß oder zu klein für ihren Typ: Geben Sie eine " +
			"passende ein.",
		"error.kind.not_found": "Nichts hat diesen Namen oder diese Nummer: Wählen Sie einen " +
			"anderen Wert.",
		"error.kind.wrong_type": "Der Wert hat einen anderen Typ als nötig: Geben Sie einen vom " +
			"richtigen Typ ein.",
		"error.kind.syntax": "Der Text ist kein Wert: Schreiben Sie ihn wie in GDScript.",
		"error.kind.options": "Diese Angaben passen nicht zusammen: Wählen Sie andere.",
		"error.kind.format": "Der Container der Datei ist beschädigt: Suchen Sie eine " +
			"unbeschädigte Kopie.",
		"error.kind.checksum": "Die Prüfsumme stimmt nicht: Geben Sie ein anderes Passwort oder " +
			"einen anderen Schlüssel ein oder suchen Sie eine unbeschädigte Kopie der Datei.",
		"error.kind.changed": "Ein anderes Programm hat die Datei geändert: Öffnen Sie sie wieder.",
		"error.kind.key": "Dieses Passwort oder dieser Schlüssel ist nicht zu gebrauchen: Geben " +
			"Sie etwas anderes ein.",

		"error.noSuch": "Nichts heißt {name}.",
		"error.noFile": "Keine Datei ist offen.",
		"error.passwordMissing": "Geben Sie das Passwort ein.",
		"error.secretKeyMissing": "Geben Sie den Schlüssel ein.",
		"error.badKey": "Ein Schlüssel hat 32 Bytes: Geben Sie 64 Hexadezimalziffern, Base64, " +
			"32 Zahlen oder 32 Zeichen ein.",
		"error.paste": "Das sind keine Bytes: Fügen Sie Hexadezimalziffern, Base64 oder eine " +
			"Liste wie [5, 0, 0, 0] ein.",
		"error.stopped": "Die Arbeit wurde angehalten; nichts hat sich geändert.",
		"error.wrongSecret": "Das öffnet die Datei nicht: Geben Sie ein anderes Passwort oder " +
			"einen anderen Schlüssel ein oder suchen Sie eine unbeschädigte Kopie.",
		"error.budget": "Die Datei hat {bytes|Byte|Bytes} und braucht vielleicht " +
			"{memory|Byte|Bytes} Speicher.",
		"error.unknown": "Keine bekannte Engine schreibt so eine Datei: Wählen Sie, als was sie " +
			"gelesen wird, oder öffnen Sie eine andere.",
		"error.emptyFile": "Die Datei ist leer: Öffnen Sie eine andere.",
		"error.notDamaged": "Die Datei ist nicht beschädigt.",
		"error.readOnly": "Ressourcen werden gezeigt und nicht geändert: Ändern Sie sie im " +
			"Editor von Godot.",
		"error.damagedReadOnly": "Nur ein Teil der Datei war lesbar, darum lässt sie sich nicht " +
			"ändern: Behalten Sie, was lesbar war, als neue Datei.",
		"error.notFound": "Bei {path} ist nichts.",
		"error.tie": "Mehrere Engines passen zur Datei und würden sie verschieden schreiben: " +
			"Wählen Sie die Engine des Spiels.",
		"error.valueMissing": 'Geben Sie einen Wert ein: 10, 1.5, "text", true, Vector2(1, 2), ' +
			"[1, 2]",
		"error.syntax": "Das ist kein Wert (Zeichen {at}): Schreiben Sie zum Beispiel 10, " +
			'"text", true oder [1, 2].',
		"error.syntaxTry": "Das ist kein Wert (Zeichen {at}). Versuchen Sie {try}",
		"error.range": "Die Zahl {value} passt nicht in ihren Typ.",
		"error.retype": "{path} ist vom Typ {old}, und {value} ist vom Typ {new}.",
		"error.elementType": "Hier ist der Typ {element} nötig: {value}",
		"error.kindType": "Diese Art von Datei kann das nicht enthalten: Geben Sie einen " +
			"anderen Wert ein.",
		"error.exists": "Den Schlüssel {key} gibt es schon.",
		"error.isRoot": "Das geht nicht mit der ganzen Datei.",
		"error.noName": "Ein Element eines Arrays hat keinen Namen.",
		"error.keyMissing": 'Geben Sie einen Schlüssel ein: name, "two words", 10, Vector2i(1, 2)',
		"error.noNextKey": "Auf diesen Schlüssel folgt keiner: fügen Sie einen neuen hinzu.",
		"error.noPlace": "Es gibt nur {n|Platz|Plätze}.",
		"error.componentCount": "Es gibt {n|Komponente|Komponenten}.",
		"error.notNumber": "{value} ist nicht vom Typ {type}: Geben Sie eine Zahl ein.",
		"error.notColor": "{value} ist keine Farbe: #rrggbb oder #rrggbbaa",
		"error.noType": "Ein Wert kann hier nicht vom Typ {type} werden.",
		"error.noBytes": "Ein Wert vom Typ {type} hat keine eigenen Bytes.",
		"error.noConvert": "Eine solche Datei ist für alle Engines gleich.",
		"error.nothingToUndo": "Es gibt nichts rückgängig zu machen.",
		"error.nothingToRedo": "Es gibt nichts zu wiederholen.",
		"error.notChanged": "{path} ist nicht geändert.",
		"error.queryNumber": "{term} braucht eine Zahl.",
		"error.noMatch": "Nichts gefunden.",
		"error.noTable": "Das ist kein Array von Dictionaries.",
		"error.noGrid": "Das ist kein Raster von höchstens 65.536 Zellen.",
	},
};
