package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// TestDeployment: the program has the flags that the Dockerfile and compose.yaml give it, and the
// processes look for the NATS servers that there are.
func TestDeployment(t *testing.T) {
	docker := must(os.ReadFile("Dockerfile"))
	entry := regexp.MustCompile(`(?m)^ENTRYPOINT (.*)$`).FindSubmatch(docker)
	require.NotNil(t, entry)
	var args []string
	require.NoError(t, json.Unmarshal(entry[1], &args))

	var compose struct {
		Services map[string]struct {
			Command yaml.Node
			Build   yaml.Node
			Ports   []string
		}
	}
	require.NoError(t, yaml.Unmarshal(must(os.ReadFile("compose.yaml")), &compose))

	processes := 0
	for _, service := range compose.Services {
		if service.Build.IsZero() {
			continue
		}

		processes++
		var command []string
		require.NoError(t, service.Command.Decode(&command))
		s := must(parse(append(args[1:], command...)))
		require.Equal(t, ":7400", s.listen)
		require.Equal(t, 3, s.bus.replicas)

		servers := strings.Split(s.bus.url, ",")
		require.Len(t, servers, 3)
		for _, url := range servers {
			host := strings.TrimSuffix(strings.TrimPrefix(url, "nats://"), ":4222")
			require.Contains(t, compose.Services, host)
		}
	}
	require.Equal(t, 2, processes)
}
