package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"godotvariant/cmd/gdnet/proxy"
	"godotvariant/cmd/gdnet/rpc"
	"godotvariant/cmd/gdnet/traffic"
	"godotvariant/codec/multiplayer/packet"
	"godotvariant/codec/transport/enet"
	"godotvariant/variant"
)

// A gamesConfig has the flags of the commands that explain the packets of Godot's multiplayer.
type gamesConfig struct {
	protocol string
	scripts  []string
	totals   bool
}

// Values of --multiplayer besides the names of protocols.
const (
	gamesAuto = "auto"
	gamesOff  = "off"
)

// addFlags adds the flags.
func (cfg *gamesConfig) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&cfg.protocol, "multiplayer", gamesAuto, "whether packets over WebSocket or "+
		"ENet are those of @rpc, spawners and synchronizers: auto, off, or `ENGINE`, one of "+
		strings.Join(protocols(), ", "))
	f.StringArrayVar(&cfg.scripts, "script", nil,
		"a `script` or folder, for the names of methods; see gdnet rpc")
	f.BoolVar(&cfg.totals, "totals", false,
		"print at the end how many packets and bytes each call took, for each peer")
}

// protocols returns the names of all protocols of Godot's multiplayer.
func protocols() (names []string) {
	for _, p := range packet.Protocols() {
		names = append(names, strings.ToLower(p.Name()))
	}
	return names
}

// named returns the protocol that the flags name, or nil.
func (cfg *gamesConfig) named() *packet.Protocol {
	for _, p := range packet.Protocols() {
		if strings.EqualFold(p.Name(), cfg.protocol) {
			return p
		}
	}

	return nil
}

// layer returns the layer above ENet that the flags name.
func (cfg *gamesConfig) layer() enet.Layer {
	p := cfg.named()
	switch {
	case cfg.protocol == gamesOff:
		return enet.Raw
	case p == nil:
		return enet.Godot
	case p.Has(packet.CommandCall):
		return enet.Godot3
	default:
		return enet.Godot4
	}
}

// addTo makes a printer explain the packets of Godot's multiplayer. It does this only for the
// transports ws and enet, and not with --multiplayer off.
func (cfg *gamesConfig) addTo(p *proxy.Printer, transport string, d *variant.Dialect) error {
	games := &traffic.Monitor{Dialect: d, Protocol: cfg.named()}
	set, scripts, err := rpc.Load(cfg.scripts)
	if err != nil {
		return err
	}
	for _, script := range scripts {
		games.Scripts = append(games.Scripts, set.Node(script))
	}

	switch {
	case cfg.protocol == gamesOff:
		return nil
	case cfg.protocol != gamesAuto && games.Protocol == nil:
		return fmt.Errorf("--multiplayer %s: it must be one of auto, off, %s", cfg.protocol,
			strings.Join(protocols(), ", "))
	}
	if transport == "ws" || transport == "enet" {
		p.Games = games
	}
	return nil
}

// printTotals prints the number of packets and bytes for each method and each kind of packet.
func (a *app) printTotals(cfg *gamesConfig, p *proxy.Printer) error {
	if !cfg.totals || p == nil || p.Games == nil {
		return nil
	}
	return p.Games.WriteTotals(a.Out)
}
