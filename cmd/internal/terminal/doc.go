// Package terminal shows lines on a terminal and reads its keys. It sends no queries to the
// terminal. So a program starts at once on every terminal, even if the terminal does not answer
// queries.
package terminal
