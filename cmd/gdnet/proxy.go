package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"godotvariant/cmd/gdnet/proxy"
	"godotvariant/cmd/internal/program"
	"godotvariant/variant"
)

// A proxyConfig has the flags of the command proxy.
type proxyConfig struct {
	listen, to, record string
	udp, ws, enet      bool
	quiet              bool
	width, most        int
	idle               time.Duration
	games              gamesConfig
}

func (a *app) proxyCommand() *cobra.Command {
	var cfg proxyConfig

	c := &cobra.Command{
		Use:   "proxy [--udp|--ws|--enet] --to ADDR [--listen ADDR] [--record FILE]",
		Short: "Print packets that pass",
		Long: `proxy stands between a game and its server, and prints each packet in a line: the
time in seconds, the number of the connection, the direction (> is to the server), and the value.

  1.039898 #1 > {"op": "join", "name": "Tia"}
  1.040219 #1 < {"op": "welcome", "id": 1, "ticks": 20}
  2.706239 #2 > !! 48 bytes: godot: decode $["name"] (String) at offset 48: unexpected end of …

Let the game connect to the address of --listen. Ctrl-C ends the proxy.

  TCP        put_var of a StreamPeerTCP: a length before each packet.
  --udp      put_var of a PacketPeerUDP: a datagram is a packet.
  --ws       put_var of a WebSocketPeer: a binary message is a packet. Text messages are printed
             as text. Sub-protocols, headers and closing codes are passed on; proxy answers pings
             itself. Other HTTP requests are passed on too: the page of a game in a browser may be
             at the same address. --to may be a URL, such as wss://example.com/game.
  --enet     Godot's multiplayer over ENet, without DTLS. proxy answers the game as a server does,
             and connects to the server with the ID of the game. With --multiplayer off it passes
             on the packets of an ENetConnection, without its connect data.

All bytes are passed on unchanged, also damaged packets. The proxy never waits for the terminal or
the disk: if one of them is too slow, lines are dropped and counted.

The packets do not show which engine wrote them, so --engine has to name it. auto means godot4.

Godot's multiplayer over WebSocket is detected in the first message of the server, and over ENet by
the channels for which a game asks: three are Godot 3. Then each line
says what a packet does, with the names of nodes, and its size. With --script it also has the names
of methods:

  0.512000 #1 > Lobby is node 1, of lobby.gd  44 bytes
  0.512110 #1 > Lobby.register_player("Tia")  24 bytes
  0.513404 #1 < Lobby.add_player(4711, "Tia")  33 bytes`,
		Example: `  gdnet proxy --listen :9000 --to :9001
  gdnet proxy --engine godot3 --udp --listen :9000 --to :9001
  gdnet proxy --ws --listen :9000 --to wss://example.com/game --record game.tap
  gdnet proxy --enet --listen :9000 --to :9001 --script my_game --totals`,
		Args: program.Takes(),
	}

	a.addEngine(c)
	cfg.addFlags(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		if cfg.to == "" {
			return program.Missing(c, "--to")
		}
		return a.runProxy(c.Context(), cfg)
	}

	return c
}

// addFlags adds the flags.
func (cfg *proxyConfig) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&cfg.listen, "listen", "127.0.0.1:7100",
		"the `address` where the game connects; :9000 is port 9000 for all machines")
	f.StringVar(&cfg.to, "to", "",
		"the `address` of the server; :9001 is port 9001 of this machine")
	f.BoolVar(&cfg.udp, "udp", false, "pass on UDP datagrams")
	f.BoolVar(&cfg.ws, "ws", false, "pass on WebSocket messages")
	f.BoolVar(&cfg.enet, "enet", false, "pass on packets of ENet")
	f.StringVar(&cfg.record, "record", "", "write a capture to a new `file`, for tail and replay")
	f.BoolVar(&cfg.quiet, "quiet", false, "print nothing")
	f.IntVar(&cfg.most, "max", 1<<20, "the longest TCP frame, or message of WebSocket or ENet, "+
		"to keep whole, in `bytes`; longer ones are recorded in pieces")
	f.DurationVar(&cfg.idle, "idle", time.Minute,
		"forget a UDP client after this `time` of silence")
	addWidth(c, &cfg.width)
	cfg.games.addFlags(c)

	program.Exclusive(c, "udp", "ws", "enet")
	program.Exclusive(c, "quiet", "width")
}

// transport returns the name of the transport that the flags choose.
func (cfg *proxyConfig) transport() string {
	switch {
	case cfg.udp:
		return "udp"
	case cfg.ws:
		return "ws"
	case cfg.enet:
		return "enet"
	default:
		return "tcp"
	}
}

// runProxy forwards packets until the context is done.
func (a *app) runProxy(ctx context.Context, cfg proxyConfig) error {
	dialect, err := a.dialect()
	if err != nil {
		return err
	}

	if cfg.most < 0 || cfg.most > proxy.MaxFrame {
		return fmt.Errorf("--max %d: it must be from 0 to %d", cfg.most, proxy.MaxFrame)
	}

	p := proxy.New(cfg.to)
	p.MaxFrame = cfg.most
	p.Idle = cfg.idle
	p.Layer = cfg.games.layer()

	var printer *proxy.Printer
	if !cfg.quiet {
		if printer, err = a.printer(dialect, cfg.width); err != nil {
			return err
		}
		if err := cfg.games.addTo(printer, cfg.transport(), dialect); err != nil {
			return err
		}
		p.PrintTo(printer)
	}

	recording := &recording{name: cfg.record}
	err = p.Serve(ctx, cfg.transport(), cfg.listen, func(at net.Addr) error {
		if err := recording.start(p, dialect, cfg.transport()); err != nil {
			return err
		}

		a.Message("listening on %v", at)
		return nil
	})

	err = errors.Join(err, recording.end(a, p.Close()))
	return errors.Join(err, a.printTotals(&cfg.games, printer))
}

// A recording is the capture file of a proxy. If the field name is empty, the proxy writes no
// capture.
type recording struct {
	name string
	file *os.File
}

// start creates the file. Only the owner of the file can read it, because players' messages are
// private.
func (r *recording) start(p *proxy.Proxy, d *variant.Dialect, transport string) (err error) {
	if r.name == "" {
		return nil
	}

	r.file, err = os.OpenFile(r.name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}

	return p.RecordTo(r.file, d, transport)
}

// end tells the user how many records were not printed or not recorded, and closes the file.
func (r *recording) end(a *app, sum proxy.Summary) error {
	if sum.Unprinted > 0 {
		a.Message("%d records at the end were not printed", sum.Unprinted)
	}
	if sum.Unrecorded > 0 {
		a.Message("%d records at the end are missing in %s", sum.Unrecorded, r.name)
	}

	var err error

	if r.file != nil {
		err = r.file.Close()
	}
	if sum.Err != nil {
		err = errors.Join(fmt.Errorf("%s is not complete: %w", r.name, sum.Err), err)
	}

	return err
}

// printer returns a printer of packets on standard output.
func (a *app) printer(d *variant.Dialect, width int) (*proxy.Printer, error) {
	if width < 1 {
		return nil, fmt.Errorf("--width %d: it must be at least 1", width)
	}

	paints := map[string]func(string) string{
		"client": a.Paint(a.Out, color.FgCyan),
		"server": a.Paint(a.Out, color.FgGreen),
		"fault":  a.Paint(a.Out, color.FgRed),
		"size":   a.Paint(a.Out, color.Faint),
	}

	p, err := proxy.NewPrinter(a.Out, d)
	if err != nil {
		return nil, err
	}

	p.Width = width
	p.Paint = func(role, s string) string { return paints[role](s) }

	return p, nil
}

// addWidth adds the flag --width to a command.
func addWidth(c *cobra.Command, width *int) {
	c.Flags().IntVar(width, "width", 300, "print at most this many `bytes` of a value")
}
