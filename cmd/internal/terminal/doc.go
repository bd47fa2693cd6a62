// Package terminal shows lines on a terminal and reads its keys. It asks the terminal nothing, so a
// program starts at once on every terminal, also on one that does not answer.
package terminal
