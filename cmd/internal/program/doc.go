// Package program is what the command-line programs have in common: their streams, their messages,
// their exit codes and their colors.
//
//	run := program.New(ctx, "gdvar", streams, os.Getenv)
//	code := run.Execute(root, args)
package program
