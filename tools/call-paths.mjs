import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Read and write the database, run git, or move refs through their journal; what they are made of counts no further. */
export const STORAGE = /\.(store|finder)\.ts$|\/src\/(git|journal)\//;

/**
 * The files that a request passes inside its service: a controller, what is injected into it, what is injected into that, and so on until
 * nothing of the service is injected, or to a store.
 * @param {string[]} files sources of services, without specs
 * @returns {Map<string, string[]>} by controller the longest such path, itself first
 */
export function longestCallPaths(files) {
  const known = new Set(files);
  const injected = new Map(files.map((file) => [file, STORAGE.test(file) ? [] : injectedFiles(file, known)]));
  const longest = (file, passed) => {
    const further = injected.get(file).filter((next) => !passed.includes(next));
    const paths = further.map((next) => longest(next, [...passed, next]));
    return paths.reduce((best, each) => (each.length > best.length ? each : best), passed);
  };
  const controllers = files.filter((file) => file.endsWith('.controller.ts'));
  return new Map(controllers.map((file) => [file, longest(file, [file])]));
}

/** The files of the service whose classes constructors of this file take. */
function injectedFiles(file, known) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const imported = new Map();
  const found = new Set();
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) importsOf(node).forEach((name) => imported.set(name, fileOf(file, node)));
    if (ts.isConstructorDeclaration(node)) {
      for (const { type } of node.parameters) {
        const target = type && ts.isTypeReferenceNode(type) && imported.get(type.typeName.getText());
        if (target && known.has(target) && declaresClass(target, type.typeName.getText())) found.add(target);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
}

/** Returns false for an interface: a constructor may take data too, which leads nowhere. */
function declaresClass(file, name) {
  return new RegExp(`\\bclass ${name}\\b`).test(readFileSync(file, 'utf8'));
}

function importsOf({ importClause }) {
  const bindings = importClause?.namedBindings;
  return bindings && ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name.text) : [];
}

function fileOf(file, { moduleSpecifier }) {
  const { text } = moduleSpecifier;
  return text.startsWith('.') ? path.resolve(path.dirname(file), text.replace(/\.js$/, '.ts')) : undefined;
}
