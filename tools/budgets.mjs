// Checks the size budgets of docs/STYLE.md and prints what is over them: node tools/budgets.mjs
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { longestCallPaths } from './call-paths.mjs';

export const BUDGETS = {
  fileLines: 400,
  fileLines95th: 300,
  functionLines: 60,
  folderFiles: 20,
  constructorParameters: 8,
  controllerEndpoints: 12,
  filesToStore: 5,
};

const TREES = ['apps', 'bench', 'libs', 'tools'];
const SKIPPED = new Set(['dist', 'node_modules', 'fixtures', '.tools', '.nx', '.hearth']);
const SOURCE = /\.(ts|mts|mjs|js)$/;
const GENERATED = /\.generated\./;
const SPEC = /\.spec\.(ts|mjs|js)$/;
const TEST_CODE = /\.spec\.(ts|mjs|js)$|\/testing\//;
const SPEC_BLOCK = /^(describe|it|test)\b/;

/**
 * Measures the sources below folders of `root`.
 * @param {string} root folder that holds apps, bench, libs and tools
 * @param {readonly string[]} [trees] the folders, those four by default
 * @returns {{ file: string, line: number, message: string }[]} what is over a budget, by file and line
 */
export function overBudget(root, trees = TREES) {
  const files = trees.flatMap((tree) => sourcesBelow(path.join(root, tree)));
  const sizes = [];
  const findings = [];
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const lines = countLines(text);
    sizes.push({ file, lines });
    const report = (line, message) => findings.push({ file: path.relative(root, file), line, message });
    if (lines > BUDGETS.fileLines) report(1, `${lines} lines in a file (at most ${BUDGETS.fileLines})`);
    measureSyntax(file, text, report);
  }
  return [...findings, ...longTail(root, sizes), ...crowdedFolders(root, files), ...longWays(root, files)].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line,
  );
}

function sourcesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sourcesBelow(at);
    return SOURCE.test(entry.name) && !GENERATED.test(entry.name) ? [at] : [];
  });
}

function countLines(text) {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** Files above the 95th-percentile budget, when more than one in twenty is. */
function longTail(root, sizes) {
  const long = sizes.filter(({ lines }) => lines > BUDGETS.fileLines95th);
  if (long.length <= sizes.length * 0.05) return [];
  return long.map(({ file, lines }) => ({
    file: path.relative(root, file),
    line: 1,
    message: `${lines} lines, and ${long.length} of ${sizes.length} files have more than ${BUDGETS.fileLines95th} (at most 5 %)`,
  }));
}

function crowdedFolders(root, files) {
  const counts = new Map();
  // A migration that was released is never changed: their folder only grows.
  const counted = files.filter((name) => !SPEC.test(name) && !/\.module\.ts$|\/migrations\//.test(name));
  for (const file of counted) {
    counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > BUDGETS.folderFiles)
    .map(([folder, count]) => ({
      file: path.relative(root, folder),
      line: 1,
      message: `${count} files in a folder (at most ${BUDGETS.folderFiles}, specs, modules and migrations not counted)`,
    }));
}

/** Controllers from which a request passes too many files of its service. */
function longWays(root, files) {
  const below = (file) => path.relative(root, file);
  const sources = files.filter((file) => below(file).startsWith(`libs${path.sep}services`) && !TEST_CODE.test(file));
  return [...longestCallPaths(sources)]
    .filter(([, passed]) => passed.length > BUDGETS.filesToStore)
    .map(([controller, passed]) => ({
      file: below(controller),
      line: 1,
      message: `${passed.length} files from controller to store (at most ${BUDGETS.filesToStore}): ${passed
        .map((file) => path.basename(file, '.ts'))
        .join(' → ')}`,
    }));
}

function measureSyntax(file, text, report) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const controller = file.endsWith('.controller.ts');
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body && !isSpecGroup(node, file)) {
      const start = lineOf(startOf(node, source));
      const lines = lineOf(node.getEnd()) - start + 1 - linesOfClasses(node, source);
      if (lines > BUDGETS.functionLines) {
        report(start, `${nameOf(node)}: ${lines} lines in a function (at most ${BUDGETS.functionLines})`);
      }
    }
    if (ts.isConstructorDeclaration(node) && !controller && node.parameters.length > BUDGETS.constructorParameters) {
      const found = `${node.parameters.length} constructor parameters (at most ${BUDGETS.constructorParameters})`;
      report(lineOf(startOf(node, source)), found);
    }
    if (controller && ts.isClassDeclaration(node)) {
      const endpoints = node.members.filter(isEndpoint).length;
      if (endpoints > BUDGETS.controllerEndpoints) {
        const found = `${endpoints} endpoints in a controller (at most ${BUDGETS.controllerEndpoints})`;
        report(lineOf(startOf(node, source)), found);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** Returns the start of a declaration's code: below its decorators, which declare and do not run. */
function startOf(node, source) {
  const decorators = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
  const last = decorators.at(-1);
  return last ? ts.skipTrivia(source.text, last.getEnd()) : node.getStart(source);
}

/** Lines of the classes that a function makes: their methods are measured on their own. */
function linesOfClasses({ body }, source) {
  const classes = ts.isBlock(body) ? body.statements.filter(ts.isClassDeclaration) : [];
  return classes.map((made) => countLines(made.getText(source))).reduce((sum, lines) => sum + lines, 0);
}

function isEndpoint(member) {
  const decorators = ts.canHaveDecorators(member) ? (ts.getDecorators(member) ?? []) : [];
  return decorators.some(({ expression }) => /^Endpoint\b/.test(expression.getText()));
}

/** A function of specs that holds specs: its length says how many there are, not how long one is. */
function isSpecGroup(node, file) {
  if (!TEST_CODE.test(file) || !ts.isBlock(node.body)) return false;
  return node.body.statements.some(
    (statement) => ts.isExpressionStatement(statement) && SPEC_BLOCK.test(statement.expression.getText()),
  );
}

function nameOf(node) {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
  return named?.getText() ?? 'function';
}

/** The findings as `file:line  message` lines. */
export function printable(findings) {
  return findings.map(({ file, line, message }) => `${file}:${line}  ${message}`);
}

if (import.meta.main) {
  const findings = overBudget(path.resolve(import.meta.dirname, '..'));
  for (const line of printable(findings)) console.log(line);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
