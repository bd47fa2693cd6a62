package resource

import (
	"slices"

	"godotvariant/variant"
)

// Scan lists the parts that run code when a game loads the file, or that can run code later. A file
// without findings is only data, unless an engine class that it names runs code for another reason:
// [File.Classes] lists the classes. After 1000 findings, one [MoreFindings] stands for all others.
//
// Engines make objects and load files while they read a file, even for values that are not in
// memory afterwards, such as the first of two values of one key. So [Decode] records the findings
// while it reads the file, and Scan returns them. Scan does not see later changes by a program.
//
// Scan does not read the other files that this file names. Scan them as well. A game that loads
// files from players should refuse every file with a finding, and every file that Decode refuses:
// an engine may read it nevertheless. The type of an external resource does not prove that the
// resource is harmless, because engines decide by the extension of its path.
func (f *File) Scan() []Finding {
	s := scanner{findings: findings{list: slices.Clone(f.found.list), more: f.found.more}}
	for i := range f.Resources {
		r := &f.Resources[i]
		if r.Class != classScene {
			continue
		}

		at := resourcePath(f, i)
		for _, p := range r.Properties {
			if p.Name == propertyBundle {
				s.bundle(at, p.Value, r == f.Main())
			}
		}
	}

	return s.all()
}

// RunsCode reports whether Scan finds anything.
func (f *File) RunsCode() bool { return len(f.Scan()) > 0 }

// Classes returns the classes of the resources and nodes of the file. They are sorted, and each
// class occurs once.
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
	delete(seen, "") // nodes of an instance have no class

	classes := make([]string, 0, len(seen))
	for class := range seen {
		classes = append(classes, class)
	}
	slices.Sort(classes)
	return classes
}

// A scanner adds the findings in the bundles of scenes to the findings that Decode recorded.
type scanner struct {
	findings
	text int // total length of the paths of all nodes
}

// bundle adds the findings in v, the bundle of a resource. The argument steps is the path of the
// resource. If isMain is true, the resource is the main resource, and the path of a finding is the
// path of its node or connection.
func (s *scanner) bundle(steps []variant.Step, v variant.Variant, isMain bool) {
	bundled := append(slices.Clip(steps), nameStep(propertyBundle))

	scene, err := s.unbundled(v)
	if err != nil {
		s.add(UnreadableScene, steps, classScene, err.Error())
		return
	}

	for i := range scene.Nodes {
		n := &scene.Nodes[i]
		to := bundled
		if isMain {
			to = nodeSteps(n.Path)
		}
		s.node(to, n)
	}

	for i, c := range scene.Connections {
		to := bundled
		if isMain {
			to = []variant.Step{nameStep(keyConnections), indexStep(i)}
		}
		s.add(CalledMethod, to, "", c.Method)
	}
}

// unbundled returns the scene of a bundle. It fails for a key that engines do not write, such as
// &"conns", which Godot 4 treats as "conns".
func (s *scanner) unbundled(v variant.Variant) (*Scene, error) {
	scene, length, err := unbundle(v, s.text)
	s.text = length
	if err != nil {
		return nil, err
	}

	d, _ := v.(variant.Dictionary)
	for _, p := range d.Pairs {
		key, ok := p.Key.(variant.String)
		if !ok || !slices.Contains(bundleKeys, string(key)) {
			why := "a key that no engine writes: " + clipLine(textOf(p.Key))
			return nil, bundleError("", variant.Because(variant.ErrUnknownType, why))
		}
	}
	return scene, nil
}

// node adds the findings in a node of a bundle. Decode has already recorded the findings inside the
// values of its properties.
func (s *scanner) node(steps []variant.Step, n *Node) {
	s.class(func() []variant.Step { return steps }, n.Class)
	if n.Placeholder != "" {
		s.file(steps, classScene, n.Placeholder, ExternalFile)
	}

	for _, p := range n.Properties {
		path := func() []variant.Step { return append(slices.Clip(steps), nameStep(p.Name)) }
		s.property(path, n.Class, p)
	}
}
