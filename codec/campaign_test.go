package codec_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"godotvariant/codec"
	"godotvariant/internal/test/random"
	"godotvariant/internal/test/testkit"
	"godotvariant/internal/test/vectors"
	"godotvariant/variant"
	"godotvariant/variant/dialect"
	"godotvariant/variant/tree"
)

var (
	campaignRuns = flag.Int64("campaign", 0, "number of executions of TestCampaign")
	campaignSeed = flag.Uint64("campaignseed", 0,
		"seed of TestCampaign; 0: by the clock in a campaign, else always the same")
)

// TestCampaign changes packets according to their structure, and passes each to all functions that
// read packets. The functions must agree. It also checks the properties in properties_test.go for
// the decoded values. One execution is one packet in one codec. By default the test runs for at
// most two seconds and tries the same packets in each run. A flag sets the number of executions, or
// an environment variable sets the time:
//
//	go test ./codec -run Campaign -v -campaign 100000000
//	CAMPAIGN=1m go test ./codec -run Campaign -v
func TestCampaign(t *testing.T) {
	patience := 2 * time.Second
	if testing.Short() || testkit.Raced {
		patience /= 2
	}

	text := os.Getenv("CAMPAIGN")
	switch {
	case *campaignRuns > 0:
		patience = 1000 * time.Hour
	case text != "":
		var err error
		patience, err = time.ParseDuration(text)
		require.NoError(t, err)
	}

	seed := *campaignSeed
	if seed == 0 && (*campaignRuns > 0 || text != "") {
		seed = uint64(time.Now().UnixNano())
	}

	c := &campaign{t: t, seeds: campaignSeeds(t), limit: *campaignRuns}
	start := time.Now()
	timer := time.AfterFunc(patience, func() { c.over.Store(true) })
	defer timer.Stop()

	var wg sync.WaitGroup
	for i := range runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c.work(seed, uint64(i))
		}()
	}

	wg.Wait()
	t.Logf("campaign: %d executions (%d accepted), %d finds, %.0f a second, seed %d",
		c.runs.Load(), c.accepted.Load(), c.finds.Load(),
		float64(c.runs.Load())/time.Since(start).Seconds(), seed)
}

// A campaign has the data that its goroutines share. It ends after 20 failures.
type campaign struct {
	t                     testing.TB
	seeds                 [][]*structuredPacket // seeds for each index of random.AllSettings
	limit                 int64                 // greatest number of runs; 0 means no limit
	runs, accepted, finds atomic.Int64
	over                  atomic.Bool
}

// campaignSeeds returns the recorded packets, the bad inputs, packets of the recorded values in
// other settings, and pairs of keys.
func campaignSeeds(t *testing.T) [][]*structuredPacket {
	all := make([][]*structuredPacket, len(random.AllSettings))
	add := func(n uint8, packet []byte) {
		if len(packet) <= 1<<12 {
			all[n] = append(all[n], &structuredPacket{packet: packet})
		}
	}

	for _, s := range seeds(t, 1) {
		add(s.settings, s.packet)
	}

	for _, r := range recorded {
		for i, v := range vectors.Load(t, r.file) {
			// One value in four is encoded, and n is the index of its settings. The other values
			// are left out.
			n := i % (4 * len(random.AllSettings))
			if n >= len(random.AllSettings) {
				continue
			}

			if packet, err := random.AllSettings[n].In(codec.Lenient).Encode(v.Value); err == nil {
				add(uint8(n), packet)
			}
		}
	}

	for file, d := range measuredKeys {
		s := settings{Dialect: d}
		for i, p := range loadKeys(t, file) {
			if i%10 == 0 {
				add(numberOf(t, d, variant.Single, false), bothKeys(s.In(codec.Default), p.a, p.b,
					0))
			}
		}
	}

	return all
}

// work mutates packets and checks them until the campaign ends.
func (c *campaign) work(seed, worker uint64) {
	x := &executor{campaign: c, mutator: mutator{rng: rand.New(rand.NewPCG(seed, worker))}}
	pools := make([][]*structuredPacket, len(c.seeds)) // seeds and accepted mutants
	for i, all := range c.seeds {
		pools[i] = append([]*structuredPacket(nil), all...)
	}

	for !c.over.Load() && len(pools) > 0 {
		n := x.rng.IntN(len(pools))
		pool := pools[n]
		if len(pool) == 0 {
			continue
		}

		s := random.SettingsOf(uint8(n))
		x.mutate(s, pool)
		if x.run(s) && len(x.packet) <= 1<<11 && x.rng.IntN(64) == 0 {
			m := &structuredPacket{packet: bytes.Clone(x.packet)}
			if len(pool) < 2*len(c.seeds[n])+100 {
				pools[n] = append(pool, m)
			} else {
				pool[len(c.seeds[n])+x.rng.IntN(len(pool)-len(c.seeds[n]))] = m
			}
		}

		if runs := c.runs.Add(3); c.limit > 0 && runs >= c.limit {
			c.over.Store(true)
		}
	}
}

// An executor mutates packets and checks what the codec does with them.
type executor struct {
	*campaign
	mutator
	first, second []byte // packets that checkEncode compares
	framed        []byte
	scanner       codec.Scanner
	settings      settings
	mode          codec.Mode
	before        variant.Variant // the last value whose properties were checked
	built         variant.Variant // the value that the packet encodes; nil if it is not known
	property      string          // the property that is checked
	all           bool            // check each property of each value
	seen          map[variant.Type]bool
}

// run decodes and checks the packet in all modes. It reports whether any mode accepts the packet.
func (x *executor) run(s settings) (accepted bool) {
	defer func() {
		if p := recover(); p != nil {
			buf := make([]byte, 2000)
			x.fail("panic: %v\n%s", p, buf[:runtime.Stack(buf, false)])
		}
	}()

	x.settings = s
	var strict variant.Variant
	for _, x.mode = range []codec.Mode{codec.Strict, codec.Default, codec.Lenient} {
		v := x.one(s.In(x.mode))
		switch {
		case v == nil && strict != nil:
			x.fail("a stricter mode accepts it")
		case v != nil && strict != nil && !variant.Equal(v, strict):
			x.fail("another value in a stricter mode")
		}

		strict = v
		if v != nil {
			accepted = true
			x.accepted.Add(1)
		}
	}

	return accepted
}

func (x *executor) fail(format string, args ...any) {
	x.t.Errorf("%v, mode %d: %s\n%x", x.settings, x.mode, fmt.Sprintf(format, args...), x.packet)
	if x.finds.Add(1) == 20 {
		x.over.Store(true)
	}
}

func (x *executor) expect(ok bool, format string, args ...any) {
	if !ok {
		x.fail(format, args...)
	}
}

// sameError reports whether two errors are of the same kind and have the same offset and path.
func sameError(a, b error) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return a.Error() == b.Error()
}

// one decodes the packet with one codec and returns its value, or nil if the packet is not
// accepted.
func (x *executor) one(c *codec.Codec) variant.Variant {
	first, n, firstErr := c.DecodeFirst(x.packet)
	v, err := c.Decode(x.packet)
	valid := c.Valid(x.packet)
	x.expect(sameError(err, valid), "Decode: %v; Valid: %v", err, valid)

	x.checkError(err)
	x.checkError(firstErr)
	whole := firstErr == nil && (n == len(x.packet) || x.mode == codec.Lenient)
	x.expect(whole == (err == nil), "DecodeFirst: %d, %v; Decode: %v", n, firstErr, err)

	x.checkScanner(c, first, n, firstErr)
	x.checkAny(c, v, err)
	x.checkStream(c, v, err)
	if firstErr == nil {
		x.checkEncode(c, first)
		if x.all || x.rng.IntN(16) == 0 {
			x.checkParts(first)
		}
	}
	if v != nil && x.mode == codec.Default {
		x.checkProperties(c, v)
	}
	if err != nil && (x.all || x.rng.IntN(16) == 0) {
		x.check(badPackets, sample{codec: c, packet: x.packet})
	}

	return v
}

// checkError requires that an error has a kind and an offset within the packet.
func (x *executor) checkError(err error) {
	var e *variant.Error
	x.expect(err == nil || errors.As(err, &e) && kindOf(err) != nil && e.Offset >= 0 &&
		e.Offset <= len(x.packet), "error %v", err)
}

// checkAny compares Unmarshal into an any with Decode.
func (x *executor) checkAny(c *codec.Codec, v variant.Variant, decodeErr error) {
	var got any
	err := c.Unmarshal(x.packet, &got)
	w, _ := got.(variant.Variant)
	x.expect(sameError(err, decodeErr) && (err != nil || variant.Equal(w, v)),
		"Unmarshal: %v, %v; Decode: %v, %v", w, err, v, decodeErr)
}

// checkStream writes the packet as a frame of a stream, reads the stream in pieces, and compares
// the result with Decode.
func (x *executor) checkStream(c *codec.Codec, v variant.Variant, err error) {
	x.framed = append(binary.LittleEndian.AppendUint32(x.framed[:0], uint32(len(x.packet))),
		x.packet...)
	open := func() *codec.Decoder {
		return c.NewDecoder(iotest.HalfReader(bytes.NewReader(x.framed)), codec.FrameU32)
	}

	got, streamErr := open().Decode()
	x.expect(sameInFrame(streamErr, err, 4) && (err != nil || variant.Equal(got, v)),
		"frame: %v, %v; Decode: %v, %v", got, streamErr, v, err)

	var plain any
	plainErr := open().Unmarshal(&plain)
	x.expect(sameError(streamErr, plainErr), "Unmarshal of a frame: %v; Decode: %v", plainErr,
		streamErr)
}

// checkEncode encodes a value, decodes the packet, and encodes the result again.
func (x *executor) checkEncode(c *codec.Codec, v variant.Variant) {
	rounded := x.settings.Precision == variant.Single &&
		x.settings.Dialect.Spec().Real == dialect.RealFlagged

	var err error
	x.first, err = c.Append(x.first[:0], v)
	if err != nil {
		x.expect(rounded && errors.Is(err, variant.ErrDuplicateKey), "encode: %v", err)
		return
	}

	err = c.Valid(x.first)
	x.expect(err == nil, "Valid of what was encoded: %v", err)
	again, err := c.Decode(x.first)
	if err != nil || !rounded && !variant.Equal(v, again) {
		x.fail("encoded and decoded: %v, %v; before: %v", again, err, v)
		return
	}

	x.second, err = c.Append(x.second[:0], again)
	x.expect(err == nil && bytes.Equal(x.first, x.second), "encoded: %x; again: %x, %v", x.first,
		x.second, err)

	if x.mode == codec.Default {
		strict := x.settings.In(codec.Strict)
		valid := strict.Valid(x.first)
		x.second, err = strict.Append(x.second[:0], v)
		x.expect((err == nil) == (valid == nil) && (err != nil || bytes.Equal(x.first, x.second)),
			"strict encoding: %v; strict Valid of what default mode encoded: %v", err, valid)
	}
}

// checkParts fails if a Dictionary in v has two keys that are one key for the engine. It also
// records the types of all parts of v.
func (x *executor) checkParts(v variant.Variant) {
	for path, part := range tree.Walk(v) {
		if x.seen != nil {
			x.seen[part.Type()] = true
		}
		d, ok := part.(variant.Dictionary)
		if !ok || d.Len() > 30 {
			continue
		}

		for i, p := range d.Pairs {
			for _, q := range d.Pairs[:i] {
				if sameKey(x.settings.Dialect.Spec().Keys, p.Key, q.Key) {
					x.fail("%v: %v and %v are one key", path, q.Key, p.Key)
				}
			}
		}
	}
}

// sameKey reports whether a and b must be the same key by the rule. If the rule does not compare
// keys by content, sameKey returns true only for equal values that contain no Object, Dictionary or
// PackedFloat32Array.
func sameKey(rule dialect.KeyRule, a, b variant.Variant) bool {
	if rule == dialect.KeysByContent || !variant.Equal(a, b) {
		return rule == dialect.KeysByContent && variant.KeyEqual(a, b)
	}
	for _, part := range tree.Walk(a) {
		switch part.Type() {
		case variant.TypeObject, variant.TypeDictionary, variant.TypePackedFloat32Array:
			return false
		}
	}
	return true
}
