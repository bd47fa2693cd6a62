package main

import "time"

// A candidate is one way to encode and to decode the workloads.
type candidate struct {
	name string
	// open prepares the steps for a workload. A step is nil if the candidate can't encode or can't
	// decode the workload.
	open func(w workload) (encode, decode step, err error)
}

// A step does its work n times and returns the time that it took.
type step func(n int) (time.Duration, error)

// A localCandidate is a candidate that runs in the process of bench.
type localCandidate struct {
	name string
	trip func(w workload) (trip, error)
}

// A trip has the functions by which a candidate encodes and decodes one workload. The function
// encode is nil if the candidate can't encode the workload, and decode is nil if it can't decode
// it.
type trip struct {
	encode func() ([]byte, error)
	decode func() (any, error)
	value  any // result of decode
}

// locals returns all candidates that run in the process of bench.
func locals() []localCandidate {
	all := []localCandidate{
		{"godotvariant", tripValues},
		{"godotvariant, reused buffer", tripAppend},
		{"godotvariant, Valid", tripValid},
		{"godotvariant, Scanner", tripScanner},
		{"godotvariant, Scanner, skipping", tripSkipping},
		{"godotvariant, structs", tripStructs},
		{"godotvariant, structs reused", tripStructsReused},
		{"floor, values", tripFloorValues},
		{"floor, values, reused buffer", tripFloorAppend},
		{"floor, structs", tripFloorStructs},
		{"floor, structs reused", tripFloorStructsReused},
		{"copy", tripCopy},
		{"copy to new memory", tripClone},
		{"msgp, generated", tripGenerated},
		{"msgp, generated, reused", tripGeneratedReused},
	}

	for _, m := range marshalers() {
		all = append(all, localCandidate{m.name + ", structs", m.structs})
		if m.any {
			all = append(all, localCandidate{m.name + ", any", m.loose})
		}
	}

	return append(all, localCandidate{"structpb", tripStructpb})
}

// candidate converts l to a candidate.
func (l localCandidate) candidate() candidate {
	return candidate{l.name, func(w workload) (encode, decode step, err error) {
		t, err := l.trip(w)
		if t.encode != nil {
			encode = repeat(t.encode)
		}

		if t.decode != nil {
			decode = repeat(t.decode)
		}

		return encode, decode, err
	}}
}

// repeat returns a step that calls work n times.
func repeat[T any](work func() (T, error)) step {
	return func(n int) (time.Duration, error) {
		start := time.Now()
		for range n {
			if _, err := work(); err != nil {
				return 0, err
			}
		}
		return time.Since(start), nil
	}
}
