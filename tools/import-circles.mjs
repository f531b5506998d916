// Checks that no file of libs and apps is in an import circle, types included: node tools/import-circles.mjs
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * Finds the import circles of the sources below `root`: between files, since package boundaries are those of nx.
 * @param {string} root folder that holds apps and libs
 * @returns {string[][]} a path through each circle, whose first file is also the last
 */
export function importCircles(root) {
  const files = globSync(['apps/*/src/**/*.ts', 'libs/**/src/**/*.ts'], {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  });
  const imported = new Map(files.map((file) => [file, importsOf(root, file)]));
  const circles = [];
  const done = new Set();
  const visit = (file, passed) => {
    const start = passed.indexOf(file);
    if (start >= 0) circles.push([...passed.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    for (const next of imported.get(file) ?? []) visit(next, [...passed, file]);
    done.add(file);
  };
  for (const file of files.sort()) visit(file, []);
  return circles;
}

function importsOf(root, file) {
  const { importedFiles } = ts.preProcessFile(readFileSync(path.join(root, file), 'utf8'));
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => path.join(path.dirname(file), fileName.replace(/\.js$/, '.ts')));
}

if (import.meta.main) {
  const circles = importCircles(path.resolve(import.meta.dirname, '..'));
  for (const circle of circles) console.log(circle.join('\n  imports '));
  process.exitCode = circles.length > 0 ? 1 : 0;
}
