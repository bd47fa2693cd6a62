package edit

import (
	"slices"
	"strings"

	"godotvariant/variant"
	"godotvariant/variant/tree"
)

// Delete deletes the values at paths. All paths are paths in the value before the operation.
type Delete struct{ Paths []Pattern }

// ParseDelete returns the operation that deletes the values at paths.
func ParseDelete(paths []string) (*Delete, error) {
	d := &Delete{}

	for _, path := range paths {
		pattern, err := ParsePattern(path)
		if err != nil {
			return nil, err
		}
		d.Paths = append(d.Paths, pattern)
	}

	return d, nil
}

// Plan implements [Operation].
func (d *Delete) Plan(_ Reader, root variant.Variant) (Plan, error) {
	var p Plan

	for _, pattern := range d.Paths {
		places, err := pattern.Places(root)
		if err != nil {
			return Plan{}, err
		}

		for _, place := range places {
			if len(place.Path) == 0 {
				return Plan{}, ErrRoot
			}
			if place.Value == nil { // as for bag[*].id, if an item of the bag has no key id
				_, err := tree.Lookup(root, place.Path)
				return Plan{}, err
			}

			place = place.ofPair()
			p.Done = append(p.Done, Done{Path: pattern.written(place), Place: place})
		}
	}

	p.Patch = removals(p.Done)
	return p, nil
}

// removals returns the patch that removes values. A value inside another removed value needs no
// change of its own.
func removals(done []Done) tree.Patch {
	byPath := map[string]Place{}
	for _, d := range done {
		byPath[d.Place.Path.String()] = d.Place
	}

	var places []Place
	for _, place := range byPath {
		if !isBelow(place.Path, byPath) {
			places = append(places, place)
		}
	}

	slices.SortFunc(places, func(a, b Place) int { return inOrder(a.Path, b.Path) })

	var patch tree.Patch
	for len(places) > 0 {
		around := places[0].around().String()

		n := 1
		for n < len(places) && places[n].around().String() == around {
			n++
		}

		patch = append(patch, removalsIn(places[:n])...)
		places = places[n:]
	}

	return patch
}

// isBelow reports whether a path leads to a part inside the value at one of the places.
func isBelow(path variant.Path, places map[string]Place) bool {
	for n := range path {
		if _, ok := places[path[:n].String()]; ok {
			return true
		}
	}
	return false
}

// inOrder compares paths. A longer path comes before a shorter one, so that removing a value does
// not change the paths of the values that are removed later. The paths to parts of the same value
// are next to each other. Items are in the order of their indices.
func inOrder(a, b variant.Path) int {
	if len(a) != len(b) {
		return len(b) - len(a)
	}

	return slices.CompareFunc(a, b, func(a, b variant.Step) int {
		if a.Kind == variant.StepIndex && b.Kind == variant.StepIndex {
			return a.Index - b.Index
		}
		return strings.Compare(a.String(), b.String())
	})
}

// removalsIn returns the changes that remove parts of one container. These changes are made one
// after another. So the index of an item and the position of a key do not count the parts that
// earlier changes have removed. The changes have positions because [Inverse] adds the keys again.
func removalsIn(places []Place) (patch tree.Patch) {
	if isNamed(places[0].Around) {
		return namedRemovals(places)
	}

	for removed, place := range places {
		path := slices.Clone(place.Path)
		path[len(path)-1].Index -= removed
		patch = append(patch, tree.Change{Kind: tree.Removed, Path: path, Old: place.Value})
	}

	return patch
}

// namedRemovals is removalsIn for keys and properties.
func namedRemovals(places []Place) (patch tree.Patch) {
	names := namesIn(places[0].Around)
	for _, place := range places {
		step, at := names.find(place)
		patch = append(patch, tree.Change{
			Kind: tree.Removed, Path: append(slices.Clone(place.around()), step),
			Position: at, Old: place.Value,
		})
	}

	slices.SortStableFunc(patch, func(a, b tree.Change) int { return a.Position - b.Position })
	for removed := range patch {
		patch[removed].Position -= removed
	}

	return patch
}
