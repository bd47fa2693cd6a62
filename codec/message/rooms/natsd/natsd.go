// Package natsd starts NATS servers with JetStream in this process: one server for a game on a
// single machine, or a cluster for tests.
package natsd

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// start is the maximum time that a server or cluster may take to start.
const start = time.Minute

// Options configure a server.
type Options struct {
	// Address is the address for clients, such as "127.0.0.1:4222". If it is empty, only this
	// process can connect, with nats.InProcessServer.
	Address string
	// Folder is the folder for the files of the server.
	Folder string
	// SyncAlways makes the server wait for the disk before it answers. Otherwise a power loss can
	// delete messages of the last two minutes that were already acknowledged to clients. In NATS
	// this is the setting sync_interval: always.
	SyncAlways bool
}

// Start starts one server.
func Start(c Options) (*server.Server, error) {
	o := options("rooms", c.Folder)
	o.DontListen = c.Address == ""
	o.SyncAlways = c.SyncAlways

	if c.Address != "" {
		var err error
		o.Host, o.Port, err = split(c.Address)
		if err != nil {
			return nil, err
		}
	}

	s, err := server.NewServer(o)
	if err != nil {
		return nil, err
	}

	s.Start()
	if !s.ReadyForConnections(start) {
		s.Shutdown()
		return nil, errors.New("the NATS server does not start")
	}

	return s, nil
}

func options(name, folder string) *server.Options {
	return &server.Options{
		ServerName: name, NoSigs: true, Port: server.RANDOM_PORT,
		JetStream: true, StoreDir: folder,
	}
}

// A Cluster is a group of servers. Each server stores all records.
type Cluster []*server.Server

// StartCluster starts a cluster of n servers on loopback. Each server has a folder for its files
// below the given folder.
func StartCluster(n int, folder string) (Cluster, error) {
	routes, err := routes(n)
	if err != nil {
		return nil, err
	}

	var c Cluster
	for i, route := range routes {
		s, err := StartMember(Member{
			Name: fmt.Sprintf("rooms-%d", i+1), Address: "127.0.0.1:-1", Cluster: route,
			Members: routes, Folder: filepath.Join(folder, strconv.Itoa(i+1)),
		})
		if err != nil {
			c.Shutdown()
			return nil, err
		}
		c = append(c, s)
	}

	if err := c.wait(); err != nil {
		c.Shutdown()
		return nil, err
	}

	return c, nil
}

// A Member is one server of a cluster.
type Member struct {
	Name    string   // unique name in the cluster
	Address string   // address for clients
	Cluster string   // address for the other servers
	Members []string // the field Cluster of each Member of the cluster
	Folder  string   // folder for the files of the server
	// MaxStore is the greatest number of bytes of these files. When they are used up, records are
	// refused. 0 means three quarters of the free space. In NATS this is the setting
	// max_file_store.
	MaxStore int64
}

// StartMember starts one server of a cluster. It does not wait for the other servers.
func StartMember(m Member) (*server.Server, error) {
	o := options(m.Name, m.Folder)
	o.Cluster.Name = "rooms"
	o.Cluster.NoAdvertise = true // a client uses only the addresses that it got from the program
	o.JetStreamMaxStore = m.MaxStore

	var err error
	o.Host, o.Port, err = split(m.Address)
	if err == nil {
		o.Cluster.Host, o.Cluster.Port, err = split(m.Cluster)
	}
	if err != nil {
		return nil, err
	}
	for _, address := range m.Members {
		o.Routes = append(o.Routes, &url.URL{Scheme: "nats", Host: address})
	}

	s, err := server.NewServer(o)
	if err != nil {
		return nil, err
	}
	s.Start()
	return s, nil
}

// split returns the parts of an address.
func split(address string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return "", 0, err
	}
	port, err = strconv.Atoi(text)
	return host, port, err
}

// routes returns n free addresses for the connections between servers.
func routes(n int) ([]string, error) {
	var all []string
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close() // closed after all addresses are chosen, so that the addresses differ
		all = append(all, l.Addr().String())
	}

	return all, nil
}

// wait waits until the servers have found each other and have elected a leader for JetStream.
func (c Cluster) wait() error {
	for deadline := time.Now().Add(start); time.Now().Before(deadline); {
		leaders, current := 0, 0
		for _, s := range c {
			if s.JetStreamIsLeader() {
				leaders++
			}
			if s.JetStreamIsCurrent() {
				current++
			}
		}

		if leaders == 1 && current == len(c) {
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}

	return errors.New("the NATS servers find no leader")
}

// Shutdown ends all servers.
func (c Cluster) Shutdown() {
	for _, s := range c {
		s.Shutdown()
	}
	for _, s := range c {
		s.WaitForShutdown()
	}
}
