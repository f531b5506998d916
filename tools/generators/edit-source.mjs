import ts from 'typescript';

const parse = (text) => ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
const insertAt = (text, position, addition) => text.slice(0, position) + addition + text.slice(position);

/** Adds an item behind the last of `nodes` unless it is among them; to an empty list at `start`. */
function addItem(text, nodes, start, item) {
  if (nodes.some((node) => node.getText() === item)) return text;
  const last = nodes.at(-1);
  return last ? insertAt(text, last.getEnd(), `, ${item}`) : insertAt(text, start, item);
}

/** Adds `import { name } from 'module'`, into an import of that module where there is one. */
export function addImport(text, name, module) {
  return addNamed(text, name, module, { keyword: 'import', list: importList, after: lastImportEnd });
}

/** Adds `import type { name } from 'module'`, into the file's type-only import of the module where it has one. */
export function addTypeImport(text, name, module) {
  const list = new RegExp(`import type \\{([^}]*)\\} from '${module}'`);
  const found = list.exec(text);
  if (!found) return addImport(text, `type ${name}`, module);
  if (found[1].split(',').some((each) => each.trim() === name)) return text;
  return text.replace(list, `import type {${found[1].trimEnd().replace(/,$/, '')}, ${name} } from '${module}'`);
}

/** Adds `export { name } from 'module'` to an index, into an export of that module where there is one. */
export function addReExport(text, name, module) {
  return addNamed(text, name, module, { keyword: 'export', list: exportList, after: (source) => source.end });
}

function addNamed(text, name, module, { keyword, list, after }) {
  const source = parse(text);
  const existing = source.statements.map((statement) => list(statement, module)).find(Boolean);
  if (!existing) return insertAt(text, after(source), `\n${keyword} { ${name} } from '${module}';\n`);
  return addItem(text, existing.elements, undefined, name);
}

function importList(statement, module) {
  if (!ts.isImportDeclaration(statement) || statement.moduleSpecifier.text !== module) return undefined;
  const { importClause } = statement;
  // A type-only import cannot take a value.
  if (importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return undefined;
  const bindings = importClause?.namedBindings;
  return bindings && ts.isNamedImports(bindings) && bindings.elements.length > 0 ? bindings : undefined;
}

function exportList(statement, module) {
  if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier?.text !== module) return undefined;
  const clause = statement.exportClause;
  return clause && ts.isNamedExports(clause) && clause.elements.length > 0 && !statement.isTypeOnly
    ? clause
    : undefined;
}

function lastImportEnd(source) {
  return source.statements.findLast(ts.isImportDeclaration)?.getEnd() ?? 0;
}

/** The texts in the first array of strings found under the property or variable `name`. */
export function listItems(text, name) {
  return listNamed(text, name)?.elements.map((element) => element.text) ?? [];
}

/**
 * Adds `item` to the first array found under the property `name` (`controllers: [...]`, or a function that returns one) or the variable
 * `name`.
 */
export function addToList(text, name, item) {
  const list = listNamed(text, name);
  if (!list) throw new Error(`there is no list named ${name} to add ${item} to`);
  return addItem(text, list.elements, list.getEnd() - 1, item);
}

function listNamed(text, name) {
  return find(parse(text), (node) => {
    const named = (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) && node.name.getText() === name;
    return named ? arrayOf(node.initializer) : undefined;
  });
}

function arrayOf(node) {
  if (node && (ts.isAsExpression(node) || ts.isSatisfiesExpression(node))) return arrayOf(node.expression);
  if (node && ts.isArrowFunction(node)) return arrayOf(node.body);
  return node && ts.isArrayLiteralExpression(node) ? node : undefined;
}

function find(node, test) {
  return test(node) ?? ts.forEachChild(node, (child) => find(child, test));
}

/** Adds a member at the end of the only class of a file. */
export function addMember(text, code) {
  return insertAt(text, onlyClass(text).getEnd() - 1, `\n${code}\n`);
}

/** Adds a parameter to the constructor of the only class of a file; makes the constructor where there is none. */
export function addDependency(text, parameter) {
  const declaration = onlyClass(text);
  const made = declaration.members.find(ts.isConstructorDeclaration);
  if (!made) return insertAt(text, declaration.members.pos, `\nconstructor(${parameter}) {}\n`);
  return addItem(text, made.parameters, made.parameters.pos, parameter);
}

/** Whether the class of the file has a member of that name. */
export function hasMember(text, name) {
  return onlyClass(text).members.some((member) => member.name?.getText() === name);
}

/** Whether the file declares (exported or not) something of that name. */
export function declares(text, name) {
  return new RegExp(`\\b(const|class|function|interface|type) ${name}\\b`).test(text);
}

function onlyClass(text) {
  const classes = parse(text).statements.filter(ts.isClassDeclaration);
  if (classes.length !== 1) throw new Error(`expected one class in the file, found ${classes.length}`);
  return classes[0];
}

/** Adds `item` to a list of the file's `@Module({...})`, such as `controllers`; makes the list where there is none. */
export function addToModule(text, list, item) {
  const options = callOf(text, 'Module')?.arguments[0];
  if (!options) throw new Error('there is no @Module({...}) in the file');
  return addToObjectList(text, options, list, item);
}

/** Adds `item` to a list of the call that initialises `variable`: `export const ResolveAccessQuery = defineQuery({ callers: [...] })`. */
export function addToListOf(text, variable, list, item) {
  const declaration = variableNamed(text, variable);
  const options = declaration && find(declaration, (node) => (ts.isObjectLiteralExpression(node) ? node : undefined));
  if (!options) throw new Error(`there is no ${variable} with a list named ${list}`);
  return addToObjectList(text, options, list, item);
}

function addToObjectList(text, object, list, item) {
  const property = object.properties.find((each) => each.name?.getText() === list);
  if (!property) return addItem(text, object.properties, object.properties.end, `${list}: [${item}]`);
  const array = arrayOf(property.initializer);
  if (!array) throw new Error(`${list} is no plain list: add ${item} by hand`);
  return addItem(text, array.elements, array.getEnd() - 1, item);
}

/** Adds a property to the object given to the first call of `callee`: `defineAbilities({...})`. */
export function addProperty(text, callee, name, value) {
  const object = callOf(text, callee)?.arguments[0];
  if (!object) throw new Error(`there is no ${callee}({...}) in the file`);
  if (object.properties.some((each) => each.name?.getText() === name)) return text;
  return addItem(text, object.properties, object.properties.end, `${name}: ${value}`);
}

function variableNamed(text, name) {
  return find(parse(text), (node) =>
    ts.isVariableDeclaration(node) && node.name.getText() === name ? node : undefined,
  );
}

function callOf(text, callee) {
  return find(parse(text), (node) =>
    ts.isCallExpression(node) && node.expression.getText() === callee ? node : undefined,
  );
}

/** Adds a property (`name: value`, or a spread) to the object that initialises `variable`. */
export function addToObject(text, variable, property) {
  const object = variableNamed(text, variable)?.initializer;
  if (!object || !ts.isObjectLiteralExpression(object)) throw new Error(`there is no object named ${variable}`);
  return addItem(text, object.properties, object.properties.end, property);
}

/** Adds an item at the end of the list that a function returns. */
export function addToReturned(text, name, item) {
  const list = find(parse(text), (node) => {
    if (!ts.isFunctionDeclaration(node) || node.name?.getText() !== name) return undefined;
    return find(node, (inner) => (ts.isReturnStatement(inner) ? arrayOf(inner.expression) : undefined));
  });
  if (!list) throw new Error(`there is no function ${name} that returns a list`);
  return addItem(text, list.elements, list.getEnd() - 1, item);
}

/** Adds code at the end of the first `describe` block of a spec. */
export function addToDescribe(text, code) {
  const block = callOf(text, 'describe')?.arguments[1]?.body;
  if (!block) throw new Error('there is no describe block in the file');
  return insertAt(text, block.getEnd() - 1, `\n${code}\n`);
}

/** Adds a declaration at the end of a file. */
export const addDeclaration = (text, code) => `${text}\n${code}\n`;
