// Package terminal shows lines on a terminal and reads its keys. It sends no question to the
// terminal, so a program starts at once on every terminal, even on one that does not answer.
package terminal
