// Package command describes the bytes of ENet's datagrams: a head, and commands to the end. All
// numbers are big-endian.
package command
