package main

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"godotvariant/codec"
	"godotvariant/codec/text"
	"godotvariant/internal/test/enginetest"
	"godotvariant/packed"
	"godotvariant/variant"
)

//go:embed godot3.gd
var script3 string

//go:embed godot4.gd
var script4 string

//go:embed peers3.gd
var peers3 string

//go:embed peers4.gd
var peers4 string

// A kind describes how to run one version of Godot.
type kind struct {
	name    string
	program string   // path of the engine, or "" if this machine has none
	missing error    // reason why the engine is missing
	args    []string // arguments before the name of the script's file
	script  string   // script whose time is measured
	peers   string   // script that runs a server
	dialect *variant.Dialect
}

func kinds() []kind {
	program3, missing3 := enginetest.Program3()
	program4, missing4 := enginetest.Program4()
	return []kind{
		{"Godot 3", program3, missing3, []string{"--no-window", "-s"}, script3, peers3,
			codec.Godot3},
		{"Godot 4", program4, missing4, []string{"--headless", "--path", ".", "--script"},
			script4, peers4, codec.Godot4},
	}
}

// present returns the versions of Godot on this machine, and reports the versions that are missing.
func present(progress io.Writer) (all []kind) {
	for _, k := range kinds() {
		if k.missing != nil {
			fmt.Fprintf(progress, "%s is not measured: %v\n", k.name, k.missing)
			continue
		}
		all = append(all, k)
	}
	return all
}

// startGodots starts the engines of this machine. The function stop, which is never nil, ends them.
func startGodots(progress io.Writer) (started []*godot, stop func(), err error) {
	dir, err := os.MkdirTemp("", "bench")
	stop = func() {
		for _, g := range started {
			g.close()
		}
		os.RemoveAll(dir)
	}

	if err != nil {
		return nil, stop, err
	}

	for _, k := range present(progress) {
		g, err := k.start(k.script, filepath.Join(dir, k.name))
		if err != nil {
			return started, stop, fmt.Errorf("%s: %w", k.name, err)
		}

		started = append(started, g)
	}

	return started, stop, nil
}

// A godot is an engine that runs a script of bench. The script waits for orders on a connection.
type godot struct {
	kind
	version string // "Godot 3.2.3"
	codec   *codec.Codec
	conn    net.Conn
	enc     *codec.Encoder
	dec     *codec.Decoder
	loaded  string // name of the workload that the script has loaded
	worded  string // name of the workload whose text the script has loaded

	process *os.Process
	kill    func()
	done    chan struct{} // closed when the process has ended
}

// start starts an engine that runs a script in the folder dir, and waits until the script connects.
func (k kind) start(script, dir string) (*godot, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	defer l.Close()

	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}

	for name, text := range map[string]string{"main.gd": script,
		"project.godot": "config_version=5\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}

	ctx, kill := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, k.program, append(k.args, "main.gd")...)
	cmd.Dir = dir
	port := l.Addr().(*net.TCPAddr).Port
	cmd.Env = append(os.Environ(), "LANG=en_US.UTF-8", "HOME="+dir, "GDPORT="+strconv.Itoa(port))

	if err := cmd.Start(); err != nil {
		kill()
		return nil, err
	}

	g := &godot{kind: k, process: cmd.Process, kill: kill, done: make(chan struct{})}
	go func() {
		defer close(g.done)
		_ = cmd.Wait() // the error can be ignored: if the engine ends early, the connection fails
	}()

	if err := g.connect(l.(*net.TCPListener)); err != nil {
		g.close()
		return nil, err
	}

	return g, nil
}

// connect waits until the script connects and sends its version of Godot.
func (g *godot) connect(l *net.TCPListener) error {
	c, err := codec.New(codec.Options{Dialect: g.dialect})
	if err != nil {
		return err
	}

	deadline := time.Now().Add(20 * time.Second)
	if err := l.SetDeadline(deadline); err != nil {
		return err
	}

	g.conn, err = l.Accept()
	if err != nil {
		return err
	}

	g.codec = c
	g.enc, g.dec = c.NewEncoder(g.conn, codec.FrameU32), c.NewDecoder(g.conn, codec.FrameU32)

	if err := g.conn.SetDeadline(deadline); err != nil {
		return err
	}

	version, err := g.dec.Decode()
	g.version = fmt.Sprintf("Godot %s", version)
	return err
}

// close ends the process and waits for its end.
func (g *godot) close() {
	if g.conn != nil {
		g.conn.Close()
	}
	g.kill()
	<-g.done
}

// candidate returns the candidate whose steps the engine runs.
func (g *godot) candidate() candidate {
	return candidate{g.name, func(w workload) (encode, decode step, err error) {
		if _, doubles := w.value.(packed.PackedFloat64Array); doubles && g.dialect == codec.Godot3 {
			return nil, nil, nil // Godot 3 has no PackedFloat64Array
		}
		return g.step(w, "encode"), g.step(w, "decode"), nil
	}}
}

func (g *godot) step(w workload, do string) step {
	return func(n int) (time.Duration, error) {
		if err := g.load(w); err != nil {
			return 0, err
		}

		usec, err := g.ask(variant.KV("do", variant.String(do)),
			variant.KV("times", variant.Int(n)))
		took, ok := usec.(variant.Int)
		if err == nil && !ok {
			err = fmt.Errorf("%s answered %v", g.name, usec)
		}

		return time.Duration(took) * time.Microsecond, err
	}
}

// load sends the value of w to the script. It checks that the engine encodes and decodes the value
// as this library does.
func (g *godot) load(w workload) error {
	if g.loaded == w.name {
		return nil
	}

	packet, err := g.codec.Encode(w.value)
	if err != nil {
		return err
	}

	same, err := g.ask(variant.KV("do", variant.String("load")), variant.KV("value", w.value),
		variant.KV("packet", packed.PackedByteArray(packet)))
	if err == nil && same != variant.Bool(true) {
		err = fmt.Errorf("%s writes or reads %s otherwise than this library", g.name, w.name)
	}

	g.loaded = w.name
	return err
}

// loadText is like load, for the text of w.
func (g *godot) loadText(w workload) error {
	if err := g.load(w); err != nil || g.worded == w.name {
		return err
	}

	c, err := codec.New(codec.Options{Dialect: g.kind.dialect})
	if err != nil {
		return err
	}

	s, err := text.Format(w.value, c)
	if err != nil {
		return err
	}

	same, err := g.ask(variant.KV("do", variant.String("load text")),
		variant.KV("text", variant.String(s)))
	if err == nil && same != variant.Bool(true) {
		err = fmt.Errorf("%s writes %s as another text than this library", g.name, w.name)
	}

	g.worded = w.name
	return err
}

// ask sends an order and returns the answer.
func (g *godot) ask(order ...variant.Pair) (variant.Variant, error) {
	return g.exchange(variant.NewDictionary(order...))
}

// exchange sends a value and returns the answer.
func (g *godot) exchange(order variant.Variant) (variant.Variant, error) {
	if err := g.conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return nil, err
	}

	err := g.enc.Encode(order)
	var answer variant.Variant

	if err == nil {
		answer, err = g.dec.Decode()
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", g.name, err)
	}

	return answer, err
}
