package programtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"godotvariant/internal/test/testkit"
)

// Readme runs every command line of README.md in a shell, and compares its output with the lines
// after it. The first block installs the program, and copies the files of the program to a folder
// with the name of the program. All other blocks run in this folder. Blocks with the name sh print
// nothing.
func (p *Program) Readme(t *testing.T) {
	readme := testkit.Must(os.ReadFile("README.md"))
	RequireProgram(t, "bash")
	home := t.TempDir()

	env := append(os.Environ(), "HOME="+home, "GOBIN="+home,
		"PATH="+home+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOFLAGS"} {
		value := testkit.Must(exec.Command("go", "env", name).Output())
		env = append(env, name+"="+strings.TrimSpace(string(value)))
	}

	dir := "../.."
	shell := func(command string) string {
		cmd := exec.Command("bash", "-c", command)
		cmd.Dir = dir
		cmd.Env = env
		out, err := cmd.CombinedOutput()
		if len(out) == 0 {
			require.NoError(t, err, command)
		}
		return string(out)
	}

	block := regexp.MustCompile("(?s)```(sh|console)\n(.*?)```")
	got := block.ReplaceAllStringFunc(string(readme), func(block string) string {
		kind, lines, _ := strings.Cut(strings.Trim(block, "`"), "\n")
		if kind == "sh" {
			require.Empty(t, shell(lines))
			dir = filepath.Join(home, filepath.Base(p.Files)) // folder of the first block's last cd
			return block
		}

		var b strings.Builder
		b.WriteString("```console\n")
		for line := range strings.Lines(lines) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				b.WriteString(line + shell(command))
			}
		}

		return b.String() + "```"
	})

	if *Update {
		require.NoError(t, os.WriteFile("README.md", []byte(got), 0o666))
		return
	}

	require.Equal(t, string(readme), got)
}

// ReadmeTable requires that the table in README.md lists every command of the program, and that the
// tests which the table names exist. The argument root is the command of the program.
func (p *Program) ReadmeTable(t *testing.T, root *cobra.Command) {
	readme := testkit.Must(os.ReadFile("README.md"))
	tests := ""
	files := testkit.Must(filepath.Glob("*_test.go"))

	for _, file := range files {
		tests += Content(t, file)
	}

	listed := map[string]bool{}
	rows := regexp.MustCompile("(?m)^\\| `(.*)` \\| .* \\| (✓ )?([-.\\w, ]+|–) \\|$")
	for _, row := range rows.FindAllStringSubmatch(string(readme), -1) {
		if row[2] == "" {
			continue
		}

		for _, test := range strings.Split(row[3], ", ") {
			if strings.HasSuffix(test, ".txt") {
				require.FileExists(t, "testdata/golden/"+test)
				continue
			}
			require.Contains(t, tests, "func "+test+"(t *testing.T)")
		}

		for _, command := range strings.Split(row[1], "`, `") {
			listed[strings.Fields(command)[0]] = true
		}
	}

	for _, command := range root.Commands() {
		if !command.Runnable() {
			continue // the command does nothing, it only has a text for the help
		}

		require.True(t, listed[command.Name()], command.Name())
		require.NotEmpty(t, command.Short)
		require.NotEmpty(t, command.Long)
		require.NotEmpty(t, command.Example)
	}
}

// HelpFits requires that the help of the program names every command. On a screen of 24 lines with
// 80 columns, the help must fit below its command line. The argument root is the command of the
// program.
func (p *Program) HelpFits(t *testing.T, root *cobra.Command) {
	help := p.Fine(t, p.Name+" help")
	require.Equal(t, help, p.Fine(t, p.Name+" --help"))
	require.Equal(t, help, p.Fine(t, p.Name))
	require.LessOrEqual(t, strings.Count(help, "\n"), 23)

	for line := range strings.Lines(help) {
		require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 80, line)
	}

	for _, command := range root.Commands() {
		require.Contains(t, help, " "+command.Name()+" ")
	}
}
