package convert

import (
	"godotvariant/codec/savefile"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
)

// Encryption returns the container in which the engine of a dialect encrypts saves. For nil it is
// the container of Godot 4. Godot 4 uses AES in CFB mode (savefile.Encrypted4). Godot 3 and
// Pandemonium use AES in ECB mode (savefile.Encrypted3). Godot: FileAccess.open_encrypted; Godot 3:
// File.open_encrypted.
func Encryption(d *variant.Dialect) savefile.Container {
	if d == nil || d.Family() == dialect.FamilyGodot4 {
		return savefile.Encrypted4
	}
	return savefile.Encrypted3
}

// classNames has a table for each family of engines. The table maps the name of a class in other
// engines to the name of the class in this family. For Godot 4 it maps Spatial to Node3D.
var classNames = map[dialect.Family]map[string]string{
	dialect.FamilyGodot4: classes4,
	dialect.FamilyGodot3: classes3,
}

// foreignText lists, for each family of engines, the beginnings of constructor text that this
// family does not read but another family does. For Godot 3 it has "Quaternion(".
var foreignText = map[dialect.Family][]string{dialect.FamilyGodot3: text4}

// classes4 maps class names of Godot 3 to class names of Godot 4, for the classes whose objects
// games store: nodes and resources. Names that both engines have are left out, even if they are two
// different classes: Texture, Light2D, Viewport, TileMap.
var classes4 = map[string]string{
	"ARVRAnchor":             "XRAnchor3D",
	"ARVRCamera":             "XRCamera3D",
	"ARVRController":         "XRController3D",
	"ARVROrigin":             "XROrigin3D",
	"AnimatedSprite":         "AnimatedSprite2D",
	"Area":                   "Area3D",
	"AudioStreamSample":      "AudioStreamWAV",
	"BoneAttachment":         "BoneAttachment3D",
	"BoxShape":               "BoxShape3D",
	"CPUParticles":           "CPUParticles3D",
	"Camera":                 "Camera3D",
	"CapsuleShape":           "CapsuleShape3D",
	"CollisionPolygon":       "CollisionPolygon3D",
	"CollisionShape":         "CollisionShape3D",
	"ConcavePolygonShape":    "ConcavePolygonShape3D",
	"ConvexPolygonShape":     "ConvexPolygonShape3D",
	"CubeMesh":               "BoxMesh",
	"CylinderShape":          "CylinderShape3D",
	"DirectionalLight":       "DirectionalLight3D",
	"DynamicFont":            "FontFile",
	"GIProbe":                "VoxelGI",
	"GIProbeData":            "VoxelGIData",
	"GeometryInstance":       "GeometryInstance3D",
	"GradientTexture":        "GradientTexture1D",
	"Joint":                  "Joint3D",
	"KinematicBody":          "CharacterBody3D",
	"KinematicBody2D":        "CharacterBody2D",
	"Light":                  "Light3D",
	"Listener":               "AudioListener3D",
	"MeshInstance":           "MeshInstance3D",
	"MultiMeshInstance":      "MultiMeshInstance3D",
	"NavigationAgent":        "NavigationAgent3D",
	"NavigationMeshInstance": "NavigationRegion3D",
	"NavigationObstacle":     "NavigationObstacle3D",
	"OmniLight":              "OmniLight3D",
	"PHashTranslation":       "OptimizedTranslation",
	"Particles":              "GPUParticles3D",
	"Particles2D":            "GPUParticles2D",
	"Path":                   "Path3D",
	"PathFollow":             "PathFollow3D",
	"PhysicsBody":            "PhysicsBody3D",
	"Position2D":             "Marker2D",
	"Position3D":             "Marker3D",
	"RayCast":                "RayCast3D",
	"RayShape":               "SeparationRayShape3D",
	"RayShape2D":             "SeparationRayShape2D",
	"Reference":              "RefCounted",
	"RemoteTransform":        "RemoteTransform3D",
	"RigidBody":              "RigidBody3D",
	"Shape":                  "Shape3D",
	"Skeleton":               "Skeleton3D",
	"Spatial":                "Node3D",
	"SpatialMaterial":        "StandardMaterial3D",
	"SphereShape":            "SphereShape3D",
	"SpotLight":              "SpotLight3D",
	"SpringArm":              "SpringArm3D",
	"Sprite":                 "Sprite2D",
	"StaticBody":             "StaticBody3D",
	"StreamTexture":          "CompressedTexture2D",
	"VehicleBody":            "VehicleBody3D",
	"VehicleWheel":           "VehicleWheel3D",
	"VisibilityNotifier":     "VisibleOnScreenNotifier3D",
	"VisibilityNotifier2D":   "VisibleOnScreenNotifier2D",
	"VisualInstance":         "VisualInstance3D",
	"World":                  "World3D",
}

// classes3 is the opposite of classes4: it maps class names of Godot 4 to class names of Godot 3.
var classes3 = func() map[string]string {
	back := make(map[string]string, len(classes4))
	for three, four := range classes4 {
		back[four] = three
	}
	return back
}()

// text4 lists the beginnings of constructor text that Godot 4 writes and str2var of Godot 3 does
// not read: names that Godot 4 changed, and types that Godot 3 lacks. Godot 4 reads all names of
// Godot 3.
var text4 = []string{
	"Array[", "Dictionary[",
	"Vector2i(", "Vector3i(", "Vector4(", "Vector4i(", "Rect2i(",
	"Quaternion(", "Transform3D(", "Projection(",
	"PackedByteArray(", "PackedInt32Array(", "PackedInt64Array(", "PackedFloat32Array(",
	"PackedFloat64Array(", "PackedStringArray(",
	"PackedVector2Array(", "PackedVector3Array(", "PackedColorArray(", "PackedVector4Array(",
}
