package main

import (
	"errors"
	"sync"
	"time"

	"godotvariant/codec"
	samples "godotvariant/internal/test/workloads"
	"godotvariant/variant"
)

// openScene returns the work on a scene. The argument size is the number of entities in the scene.
func openScene(size int) ([]work, error) {
	w := workload{
		value: samples.Scene(size), godot: func() any { return new([]samples.GoEntity) },
	}
	works, err := valueWork(w)
	structs, structsErr := tripStructsReused(w)
	return append(works,
		work{"encode structs", repeat(structs.encode)},
		work{"decode structs", repeat(structs.decode)},
	), errors.Join(err, structsErr)
}

// openNested returns the work on nested Arrays. The argument size is their depth.
func openNested(size int) ([]work, error) {
	var v variant.Variant = variant.Int(1)
	for range size {
		v = variant.NewArray(v)
	}

	w := workload{value: v}
	works, err := valueWork(w)
	valid, validErr := tripValid(w)

	return append(works, work{"Valid", repeat(valid.decode)}), errors.Join(err, validErr)
}

// valueWork returns two kinds of work on the value of w: encoding into the same buffer each time,
// and decoding to new values.
func valueWork(w workload) ([]work, error) {
	buffer, err := tripAppend(w)
	values, valuesErr := tripValues(w)
	return []work{
		{"encode", repeat(buffer.encode)},
		{"decode", repeat(values.decode)},
	}, errors.Join(err, valuesErr)
}

// openKeys returns the work on a Dictionary. The argument size is the number of its keys.
func openKeys(size int) ([]work, error) {
	pairs := list(size, func(i int) variant.Pair {
		return variant.KV(samples.Text(i), variant.Int(i))
	})
	d := variant.NewDictionary(pairs...)
	return valueWork(workload{value: d})
}

// openGoroutines returns the work of several goroutines that share one Codec. The argument size is
// the number of goroutines.
func openGoroutines(size int) ([]work, error) {
	c, err := codec.New(codec.Options{})
	if err != nil {
		return nil, err
	}

	value := samples.Entity(1)
	packet, err := c.Encode(value)
	return []work{
		{"encode", together(size, func() func() error {
			dst := make([]byte, 0, len(packet))
			return func() error { _, err := c.Append(dst, value); return err }
		})},
		{"decode", together(size, func() func() error {
			return func() error { _, err := c.Decode(packet); return err }
		})},
		{"decode structs", together(size, func() func() error {
			into := new(samples.GoEntity)
			return func() error { return c.Unmarshal(packet, into) }
		})},
	}, err
}

// together returns a step that runs in n goroutines at the same time. For each goroutine it calls
// the function open once. The goroutine repeats the function that open returned.
func together(n int, open func() (work func() error)) step {
	works := list(n, func(int) func() error { return open() })

	return func(times int) (time.Duration, error) {
		failed := make([]error, n)
		var group sync.WaitGroup
		start := time.Now()

		for i, work := range works {
			group.Go(func() {
				for range times {
					if err := work(); err != nil {
						failed[i] = err
						return
					}
				}
			})
		}

		group.Wait()
		return time.Since(start), errors.Join(failed...)
	}
}
