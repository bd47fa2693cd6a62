package main

const helpBegin = `gdvar opens, prints, edits, compares and converts save files of Godot games.

  gdvar FILE        open the values as a tree in the terminal; ? lists the keys
  gdvar COMMAND     gdvar help COMMAND has the flags, and examples

`

const helpEnd = `
gdvar help flags has what FILE and PATH are, engines, passwords and limits.
gdvar completion --help makes the shell complete commands and paths.
The exit code is 0; 1 if get finds nothing, or for differences or findings;
2 for errors; 3 if scan did not look at all files and found nothing in the rest.
`
