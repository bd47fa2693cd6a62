// Package program has the common parts of the command-line programs: their streams, their messages,
// their exit codes and their colors.
//
//	run := program.New(ctx, "gdvar", streams, os.Getenv)
//	code := run.Execute(root, args)
package program
