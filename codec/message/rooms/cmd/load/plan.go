package main

import (
	"io"
	"time"
)

// A plan has the settings of a measurement.
type plan struct {
	processes []int         // numbers of processes: each is a series of rows
	clients   []int         // numbers of clients: each is a row
	room      int           // number of players in a room
	period    time.Duration // duration of the measurement of a row
	kills     int           // number of times that an owner is killed
	rooms     int           // number of rooms of which a third loses its owner, or 0
	pace      time.Duration // from an acknowledgement to the next message in these rooms
	servers   int           // number of NATS servers, each of which stores all records
	sync      bool          // whether the NATS server waits for the disk
	chart     string        // file for the chart, or ""
	out       io.Writer     // for the results
}
