package dialect

// A Family is a group of engines that may encode values differently, but agree in everything else:
// constructor text, names of classes, the encryption of files, and the messages of multiplayer. The
// encoding of values depends on the other parts of a Spec.
type Family uint8

const (
	// FamilyGodot4 is Godot 4 and its forks Redot and Blazium. They have the function var_to_str
	// and the class Node3D, and encrypt files with AES in CFB mode.
	FamilyGodot4 Family = iota
	// FamilyGodot3 is Godot 3 and its fork Rebel Engine. They have the function var2str and the
	// class Spatial, and encrypt files with AES in ECB mode.
	FamilyGodot3
	// FamilyPandemonium is Pandemonium, a fork of Godot 3 with its own types and names.
	FamilyPandemonium
)

var familyNames = []string{"FamilyGodot4", "FamilyGodot3", "FamilyPandemonium"}

// String returns the name of the constant, such as FamilyGodot3.
func (f Family) String() string { return constant(familyNames, f, "Family") }
