package presets

import (
	"fmt"
	"strings"
	"testing"
)

// TestIndexerEnv: settings in a fixed order; all errors at once, each with name, value and legal range.
func TestIndexerEnv(t *testing.T) {
	const (
		jitter, dlq, dedupe = "INDEXER_JITTER_FACTOR", "ENABLE_INDEXER_DLQ", "ENABLE_INDEXER_DEDUPE"
		stale, lock         = "INDEXER_HEARTBEAT_STALE_THRESHOLD_MS", "BACKGROUND_JOB_LOCK_TTL_MS"
		conflict            = `ENABLE_INDEXER_DLQ="true" with ENABLE_INDEXER_DEDUPE="false": a dead-letter queue needs dedupe; ` +
			"legal: ENABLE_INDEXER_DEDUPE=true, or ENABLE_INDEXER_DLQ=false (it is true unless set)"
	)
	for _, c := range []struct {
		env  map[string]string
		want string
	}{
		{map[string]string{"PATH": "x"}, ""},
		{
			map[string]string{jitter: "0.3", dlq: "true", dedupe: "true", stale: "60000", lock: "1"},
			"policies.*.jitter=0.3 dead_letters.enabled=true dead_letters.dedupe=true workers.stale_after=1m workers.lock=1ms",
		},
		{map[string]string{dlq: "false", dedupe: "false"}, "dead_letters.enabled=false dead_letters.dedupe=false"},
		{map[string]string{jitter: "0"}, "policies.*.jitter=0"},
		{map[string]string{jitter: "1"}, "policies.*.jitter=1"},
		{map[string]string{jitter: "1.5"}, `INDEXER_JITTER_FACTOR="1.5" is not legal; legal: a number in [0, 1]`},
		{map[string]string{jitter: "NaN"}, `INDEXER_JITTER_FACTOR="NaN" is not legal; legal: a number in [0, 1]`},
		{map[string]string{jitter: ""}, `INDEXER_JITTER_FACTOR="" is empty; legal: a number in [0, 1]`},
		{map[string]string{dlq: "yes"}, `ENABLE_INDEXER_DLQ="yes" is not legal; legal: true or false`},
		{map[string]string{dlq: "TRUE"}, `ENABLE_INDEXER_DLQ="TRUE" is not legal; legal: true or false`},
		{map[string]string{lock: "0"}, `BACKGROUND_JOB_LOCK_TTL_MS="0" is not legal; legal: whole milliseconds, above 0`},
		{map[string]string{lock: "1.5"}, `BACKGROUND_JOB_LOCK_TTL_MS="1.5" is not legal; legal: whole milliseconds, above 0`},
		{map[string]string{lock: "9223372036855"}, `BACKGROUND_JOB_LOCK_TTL_MS="9223372036855" is not legal; legal: whole milliseconds, above 0`},
		{map[string]string{dlq: "true", dedupe: "false"}, conflict},
		{map[string]string{dedupe: "false"}, conflict},
		{
			map[string]string{jitter: "-1", dedupe: "false", stale: "5m"},
			`INDEXER_JITTER_FACTOR="-1" is not legal; legal: a number in [0, 1]` + "\n" +
				`INDEXER_HEARTBEAT_STALE_THRESHOLD_MS="5m" is not legal; legal: whole milliseconds, above 0` + "\n" + conflict,
		},
	} {
		settings, errs := IndexerEnv(func(name string) (string, bool) { v, ok := c.env[name]; return v, ok })
		var parts []string
		for _, s := range settings {
			parts = append(parts, s.Path+"="+s.Value)
		}
		got := strings.Join(parts, " ")
		if len(errs) > 0 {
			lines := make([]string, len(errs))
			for i, err := range errs {
				lines[i] = err.Error()
			}
			got = strings.Join(lines, "\n")
		}
		if got != c.want {
			t.Errorf("%v:\n got %s\nwant %s", c.env, got, c.want)
		}
	}
}

type namedReader struct{ *strings.Reader }

func (namedReader) Name() string { return "dir/my.env" }

func TestParseEnvFile(t *testing.T) {
	text := "\ufeff# comment\r\n\r\nA=1\r\nexport B = two words \r\nC=\"x # y\"\r\nD='z'\r\nE=\r\nF=a=b\r\n"
	values, err := ParseEnvFile(strings.NewReader(text))
	if got := fmt.Sprint(values); err != nil || got != "map[A:1 B:two words C:x # y D:z E: F:a=b]" {
		t.Errorf("%s, %v", got, err)
	}
	_, err = ParseEnvFile(namedReader{strings.NewReader("A=1\nno sign\n1B=2\nA=3\nC=\"open\n")})
	want := `dir/my.env:2: "no sign" has no =; write NAME=VALUE
dir/my.env:3: "1B" is no name of a variable; legal: letters, digits and _, no digit in front
dir/my.env:4: A is set in line 1 already
dir/my.env:5: the value of C opens a " and does not close it`
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	if _, err := ParseEnvFile(strings.NewReader("oops")); err == nil || !strings.HasPrefix(err.Error(), "line 1: ") {
		t.Errorf("without a name: %v", err)
	}
}
