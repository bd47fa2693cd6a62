package main

import (
	"regexp"
	"slices"
	"strings"
)

// A difference has the lines that are in only one of two versions of the API.
type difference struct {
	gone, added []string
}

// compare returns the difference between the lines of two versions.
func compare(before, now []string) (d difference) {
	for _, line := range before {
		if line != "" && !slices.Contains(now, line) {
			d.gone = append(d.gone, line)
		}
	}
	for _, line := range now {
		if !slices.Contains(before, line) {
			d.added = append(d.added, line)
		}
	}
	return d
}

func (d difference) empty() bool { return len(d.gone)+len(d.added) == 0 }

// String returns the removed lines, each after "- ", and then the new lines, each after "+ ".
func (d difference) String() string {
	var b strings.Builder
	for _, line := range d.gone {
		b.WriteString("- " + line + "\n")
	}
	for _, line := range d.added {
		b.WriteString("+ " + line + "\n")
	}
	return b.String()
}

// unnamed returns the removed lines that declare a name which the changelog does not mention. It
// searches only the part of the changelog about incompatible changes.
func (d difference) unnamed(changelog string) (all []string) {
	part := incompatible(changelog)
	for _, line := range d.gone {
		word := regexp.MustCompile(`\b` + nameOf(line) + `\b`)
		if !word.MatchString(part) {
			all = append(all, line)
		}
	}
	return all
}

// incompatible returns the part "### Incompatible" of the changelog's section "## Unreleased".
func incompatible(changelog string) string {
	_, unreleased, _ := strings.Cut(changelog, "\n## Unreleased\n")
	unreleased, _, _ = strings.Cut(unreleased, "\n## ")
	_, part, _ := strings.Cut(unreleased, "\n### Incompatible\n")
	part, _, _ = strings.Cut(part, "\n### ")
	return part
}

// declared finds the name in a line. The line may have a type in front of the name, with or without
// the parentheses of a method.
var declared = regexp.MustCompile(`^[^:]+: \w+ (?:\(\*?\w+\)\.|\w+\.)?(\w+)`)

// nameOf returns the name that a line declares, without the package and the type. For the field
// Options.Dialect it returns Dialect.
func nameOf(line string) string { return declared.FindStringSubmatch(line)[1] }
