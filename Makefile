# Everything that one does with retrysim, one target a line. `make` lists them.

export CGO_ENABLED = 0
GO        ?= go
REPS      ?= 5
FUZZTIME  ?= 30s
TESTFLAGS ?=
SCENARIOS ?=

.DEFAULT_GOAL := help
.PHONY: help build run test check race bench golden fuzz truths clean

help: ## list the targets
	@echo "retrysim: was this retry setting a good idea? Targets:"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r t d; do printf '%-14s %s\n' "$$t" "$$d"; done

build: ## build ./retrysim
	$(GO) build -o retrysim ./cmd/retrysim

run: build ## compare policies over a dozen scenarios (SCENARIOS=all: over all); pictures go to out/
	@.ci/tour "$(REPS)" $(SCENARIOS)

test: ## run all tests
	$(GO) test $(TESTFLAGS) ./...

check: ## gofumpt, go vet, staticcheck, golangci-lint (their versions: tools/go.mod)
	@.ci/lint

race: ## run the concurrent packages under the race detector (needs a C compiler)
	@.ci/race

bench: ## run the benchmarks, the ten-million-job one included
	$(GO) test -run '^$$' -bench . -benchmem -timeout 40m ./...

golden: ## rewrite the golden files; read the diff, commit what you can explain
	@.ci/golden

fuzz: ## fuzz every Fuzz target for FUZZTIME (default 30s)
	@.ci/fuzz "$(FUZZTIME)"

truths: ## check the simulator against closed forms and published tables, in full
	@.ci/truths

clean: ## remove what was built
	rm -rf retrysim out
