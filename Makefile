# Each target sets up what it needs in .venv, from the pins in .ci/constraints.txt.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PINS := .ci/constraints.txt
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c $(PINS)
APP_EXTRAS := app
TEST_EXTRAS := app,api,qdrant,milvus,pinecone,llm,s3,postgres,test

.PHONY: run test check bench clean

run: $(VENV)/.ready-app
	$(BIN)/digest-engine app

test: $(VENV)/.ready-test
	$(BIN)/python -m pytest --ignore=tests/benchmarks $(PYTEST_ARGS)

check: $(VENV)/.ready-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest tests/test_architecture.py

bench: $(VENV)/.ready-test
	$(BIN)/python -m pytest tests/benchmarks -s -p no:cacheprovider

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready-app: pyproject.toml $(PINS) | $(BIN)/python
	$(PIP) -e '.[$(APP_EXTRAS)]'
	touch $@

$(VENV)/.ready-test: pyproject.toml $(PINS) | $(BIN)/python
	$(PIP) -e '.[$(TEST_EXTRAS)]'
	touch $@ $(VENV)/.ready-app
