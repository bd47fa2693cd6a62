package program

import (
	"runtime/debug"
	"strings"
)

// version returns the version of the module in this build.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}

	version := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && !strings.Contains(version, s.Value[:min(12, len(s.Value))]) {
			version += " " + s.Value
		}
	}

	return strings.TrimSpace(version + " " + info.GoVersion)
}
