// Lists the files of its service that an endpoint runs through: node tools/files-of-endpoint.mjs 'PUT /projects/:id' ...
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { STORAGE } from './call-paths.mjs';

/**
 * Finds the files that a reader opens to follow a request: its controller, params and view, and what is called from there, method by method, with
 * rules and facts. Stores are the last ones; types, and files that a request only imports, are not counted.
 * @param {string} root folder of the repository
 * @param {string} endpoint method and path, as in `PUT /projects/:id`
 * @returns {string[]} the files in the order in which they are reached; undefined without such an endpoint
 */
export function filesOfEndpoint(root, endpoint) {
  const [method, route] = endpoint.split(' ');
  const declared = new RegExp(`@Endpoint\\.${method.toLowerCase()}\\(\\s*'${RegExp.escape(route)}'`);
  const controllers = globSync('libs/services/*/src/**/*.controller.ts', { cwd: root });
  const controller = controllers.find((file) => declared.test(readFileSync(path.join(root, file), 'utf8')));
  if (!controller) return undefined;
  const walk = new Walk(root);
  const handler = walk.source(controller).classes.flatMap(({ members }) => [...members]);
  walk.visit(
    controller,
    handler.find((member) => declared.test(member.getText())),
  );
  return walk.files;
}

class Walk {
  #sources = new Map();
  #visited = new Set();
  #files = new Set();

  constructor(root) {
    this.root = root;
  }

  get files() {
    return [...this.#files];
  }

  source(file) {
    if (!this.#sources.has(file)) this.#sources.set(file, read(this.root, file));
    return this.#sources.get(file);
  }

  /** Visits the code of a declaration or member. */
  visit(file, node) {
    if (!node || this.#visited.has(node)) return;
    this.#visited.add(node);
    this.#files.add(file);
    if (STORAGE.test(`/${file}`)) return;
    const { imports, declarations } = this.source(file);
    const owner = ts.findAncestor(node, ts.isClassDeclaration);
    const look = (each) => {
      if (ts.isTypeNode(each)) return;
      if (ts.isPropertyAccessExpression(each)) this.#access(file, owner, each);
      if (ts.isIdentifier(each) && !isName(each)) {
        const imported = imports.get(each.text);
        if (imported) this.visit(imported, this.source(imported).declarations.get(each.text));
        else this.visit(file, declarations.get(each.text));
      }
      ts.forEachChild(each, look);
    };
    ts.forEachChild(node, look);
  }

  /** `this.member`, or `this.injected.method`. */
  #access(file, owner, { expression, name }) {
    if (!owner) return;
    if (expression.kind === ts.SyntaxKind.ThisKeyword) return this.visit(file, memberOf(owner, name.text));
    if (!ts.isPropertyAccessExpression(expression) || expression.expression.kind !== ts.SyntaxKind.ThisKeyword) return;
    const type = injectedType(owner, expression.name.text);
    const imported = type && this.source(file).imports.get(type);
    const target = imported && this.source(imported).declarations.get(type);
    if (target && ts.isClassDeclaration(target)) this.visit(imported, memberOf(target, name.text));
  }
}

function read(root, file) {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const imports = new Map();
  const declarations = new Map();
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement))
      importsOf(file, statement).forEach(([name, from]) => imports.set(name, from));
    if (ts.isVariableStatement(statement))
      for (const each of statement.declarationList.declarations)
        namesIn(each.name).forEach((name) => declarations.set(name, each));
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
      declarations.set(statement.name?.text, statement);
  }
  return { imports, declarations, classes: source.statements.filter(ts.isClassDeclaration) };
}

/** Names imported at run time, with their files in the same service. */
function importsOf(file, { importClause, moduleSpecifier: { text } }) {
  const bindings = importClause?.namedBindings;
  if (!text.startsWith('.') || importClause?.isTypeOnly || !bindings || !ts.isNamedImports(bindings)) return [];
  const from = path.join(path.dirname(file), text.replace(/\.js$/, '.ts'));
  return bindings.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => [name.text, from]);
}

function namesIn(name) {
  return ts.isIdentifier(name) ? [name.text] : name.elements.flatMap((each) => (each.name ? namesIn(each.name) : []));
}

/** Whether an identifier names a property instead of a value. */
function isName(node) {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isBindingElement(parent) && parent.propertyName === node)
  );
}

function memberOf(owner, name) {
  return owner.members.find((member) => member.name?.getText() === name);
}

function injectedType(owner, name) {
  const constructor = owner.members.find(ts.isConstructorDeclaration);
  const parameter = constructor?.parameters.find((each) => each.name.getText() === name);
  return parameter?.type && ts.isTypeReferenceNode(parameter.type) ? parameter.type.typeName.getText() : undefined;
}

if (import.meta.main) {
  for (const endpoint of process.argv.slice(2)) {
    const files = filesOfEndpoint(path.resolve(import.meta.dirname, '..'), endpoint);
    if (!files) throw new Error(`there is no endpoint ${endpoint}`);
    console.log([`${endpoint}: ${files.length} files`, ...files].join('\n  '));
  }
}
