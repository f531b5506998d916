import { addToReadme } from './edit-readme.mjs';
import {
  addDeclaration,
  addDependency,
  addImport,
  addMember,
  addProperty,
  addToList,
  addToDescribe,
  addToModule,
  addTypeImport,
  declares,
  hasMember,
} from './edit-source.mjs';
import { passGates } from './gates.mjs';
import { pascal, requireKebab } from './names.mjs';
import { readRoute } from './route.mjs';
import * as endpoints from './templates/endpoints.mjs';
import * as slice from './templates/slice.mjs';
import { hasSpec, specFile, specOf } from './templates/spec.mjs';

/**
 * Adds an endpoint to a service: a method of the controller, the parameters' schema, and below them what carries it to the database.
 * A resource that is new gets its slice: controller, params, view with a spec, facts, store and a migration.
 * @param {import('./changes.mjs').Changes} changes
 * @param {{ service: string, method: string, path: string, name?: string, now: number }} options `now` in milliseconds, for the
 *   migration's name
 * @returns what is left to do
 * @throws a sentence for the user
 */
export function generateEndpoint(changes, { service, method, path, name, now }) {
  requireKebab(service, 'the name of a service');
  const source = `libs/services/${service}/src`;
  if (!changes.exists(`${source}/index.ts`)) throw new Error(`there is no service ${service}`);
  const r = { ...readRoute(method, path, name), service, Service: pascal(service) };
  const at = {
    source,
    folder: `${source}/${r.resource}`,
    module: `${source}/${r.resource}/${r.resource}.module.ts`,
    migration: `${source}/migrations/${now}-${r.resource}.ts`,
  };
  const isNew = !changes.exists(`${at.folder}/${r.resource}.controller.ts`);
  if (isNew) makeSlice(changes, r, at, now);
  addParams(changes, r, at);
  addStoreMethods(changes, r, at);
  if (r.kind === 'list' || r.kind === 'one') addRead(changes, r, at);
  else addWrite(changes, r, at);
  if (!['list', 'create'].includes(r.kind)) addRefusal(changes, r, at);
  const ability = r.inProject ? addAbility(changes, r, at) : undefined;
  addControllerMethod(changes, r, at, ability?.key);
  if (hasSpec(r)) addSpec(changes, r, at);
  passGates(changes, r, { ability: ability?.name, isNew });
  document(changes, at, 'Endpoints', `${r.method} ${r.path}`, endpoints.summaryOf(r));
  return leftToDo(r, at, isNew);
}

function document(changes, at, section, entry, note) {
  const readme = at.source.replace(/src$/, 'README.md');
  if (changes.exists(readme)) changes.edit(readme, (text) => addToReadme(text, section, entry, note));
}

function makeSlice(changes, r, at, now) {
  const migration = `${r.Resource}${now}`;
  changes.create(`${at.folder}/${r.resource}.controller.ts`, slice.controllerFile(r));
  changes.create(`${at.folder}/${r.item}.view.ts`, slice.viewFile(r));
  changes.create(`${at.folder}/${r.item}.view.spec.ts`, slice.viewSpecFile(r));
  changes.create(`${at.folder}/${r.resource}.store.ts`, slice.storeFile(r));
  changes.create(at.migration, slice.migrationFile(r, now));
  changes.create(at.module, slice.moduleFile(r));
  changes.edit(`${at.source}/${r.service}.module.ts`, (text) =>
    addToModule(
      addImport(text, `${r.Resource}Module`, `./${r.resource}/${r.resource}.module.js`),
      'imports',
      `${r.Resource}Module`,
    ),
  );
  changes.edit(`${at.source}/stores.module.ts`, (text) =>
    addToList(
      addImport(text, `${r.Resource}Store`, `./${r.resource}/${r.resource}.store.js`),
      'stores',
      `${r.Resource}Store`,
    ),
  );
  changes.edit(`${at.source}/schema.ts`, (text) =>
    addToList(addImport(text, migration, `./migrations/${now}-${r.resource}.js`), 'migrations', migration),
  );
  document(changes, at, 'Owns', r.table, r.words);
}

function provide(changes, at, name, file) {
  changes.edit(at.module, (text) => addToModule(addImport(text, name, file), 'providers', name));
}

function addParams(changes, r, at) {
  changes.ensure(`${at.folder}/${r.item}.params.ts`, '', (text) => {
    if (declares(text, r.Params)) throw new Error(`${r.item}.params.ts has ${r.Params} already: choose another --name`);
    return addDeclaration(addImport(addImport(text, 'v4', '@hearth/http'), 'z', 'zod'), endpoints.paramsSchema(r));
  });
}

function addStoreMethods(changes, r, at) {
  for (const { name, type, code } of endpoints.storeMethods(r)) {
    changes.edit(`${at.folder}/${r.resource}.store.ts`, (text) => {
      if (hasMember(text, name)) return text;
      const imported = addTypeImport(text, type, '@hearth/data');
      return addMember(r.kind === 'list' ? addListImports(imported, r) : imported, code);
    });
  }
}

function addListImports(text, { inProject }) {
  const named = ['plainList', 'readPage'].reduce((done, name) => addImport(done, name, '@hearth/http'), text);
  return addPageTypes(inProject ? addTypeImport(named, 'Parameter', '@hearth/http') : named);
}

function addPageTypes(text) {
  return ['Page', 'PageRequest'].reduce((done, name) => addTypeImport(done, name, '@hearth/http'), text);
}

function addRead(changes, r, at) {
  const { name, code } = endpoints.factsMethod(r);
  const file = `${at.folder}/${r.item}.facts.ts`;
  changes.ensure(file, slice.factsFile(r), (text) => {
    if (hasMember(text, name)) return text;
    const withItem = addImport(text, `type ${r.Item}`, `./${r.resource}.store.js`);
    const withId = r.inProject ? addTypeImport(withItem, 'ProjectId', '@hearth/contract-kit') : withItem;
    if (r.kind === 'list') return addMember(addPageTypes(withId), code);
    return addMember(addImport(withId, `${r.Item}NotFound`, '../refusals.js'), code);
  });
  provide(changes, at, `${r.Item}Facts`, `./${r.item}.facts.js`);
}

function addWrite(changes, r, at) {
  changes.create(`${at.folder}/${r.verbFile}.ts`, slice.verbFile(r, endpoints.summaryOf(r)));
  provide(changes, at, r.VerbClass, `./${r.verbFile}.js`);
}

function addSpec(changes, r, at) {
  if (r.service !== 'projects') dependOn(changes, at, 'testing', 'libs/testing', 'devDependencies');
  changes.ensure(`${at.folder}/${r.resource}.integration.spec.ts`, specFile(r), (text) =>
    addToDescribe(text, specOf(r)),
  );
}

/** Makes the service's lib depend on another lib. */
function dependOn(changes, at, name, folder, kind = 'dependencies') {
  const lib = at.source.replace(/src$/, '');
  const path = `../../../${folder}`;
  changes.editJson(`${lib}package.json`, (manifest) => {
    manifest[kind] = { ...manifest[kind], [`@hearth/${name}`]: '*' };
  });
  changes.editJson(`${lib}tsconfig.json`, ({ references }) => {
    if (!references.some((reference) => reference.path === path)) references.push({ path });
  });
}

function addRefusal(changes, r, at) {
  const name = `${r.Item}NotFound`;
  changes.ensure(`${at.source}/refusals.ts`, '', (text) => {
    if (declares(text, name)) return text;
    const code = `export const ${name} = defineRefusal('${r.item}-not-found', 404, { message: '404 ${r.itemTitle} Not Found' });`;
    return addDeclaration(addImport(text, 'defineRefusal', '@hearth/contract-kit'), code);
  });
}

/** Reads and writes of a resource have an ability each, and begin with the owner alone: who may is decided by a person. */
function addAbility(changes, r, at) {
  const verb = r.method === 'GET' ? 'read' : 'manage';
  const ability = { key: `${verb}${r.Item}`, name: `${verb}_${r.item.replaceAll('-', '_')}` };
  const value = `{ name: '${ability.name}', from: AccessLevel.owner }`;
  const empty = `export const abilities = defineAbilities({});\n`;
  changes.ensure(`${at.source}/abilities.ts`, empty, (text) => {
    const imported = addImport(
      addImport(text, 'defineAbilities', '@hearth/access'),
      'AccessLevel',
      '@hearth/contract-kit',
    );
    return addProperty(imported, 'defineAbilities', ability.key, value);
  });
  return ability;
}

function addControllerMethod(changes, r, at, ability) {
  const file = `${at.folder}/${r.resource}.controller.ts`;
  changes.edit(file, (text) => {
    if (text.includes(`@Endpoint.${r.method.toLowerCase()}('${r.path}',`)) {
      throw new Error(`${file} has ${r.method} ${r.path} already`);
    }
    if (hasMember(text, r.methodName)) throw new Error(`${file} has ${r.methodName} already: give --name`);
    return addMember(withDependencies(withImports(text, r, ability), r), endpoints.controllerMethod(r, ability));
  });
}

function withImports(text, r, ability) {
  const needed = [
    ...['Call', 'Endpoint', 'returns', 'type CallOf'].map((name) => [name, '@hearth/http']),
    ...(ability ? [['abilities', '../abilities.js']] : []),
    ...(['list', 'create'].includes(r.kind) ? [] : [[`${r.Item}NotFound`, '../refusals.js']]),
    [r.Params, `./${r.item}.params.js`],
    ...(r.kind === 'remove' ? [] : [`${r.Item}View`, `present${r.Item}`].map((name) => [name, `./${r.item}.view.js`])),
  ];
  return needed.reduce((done, [name, module]) => addImport(done, name, module), text);
}

function withDependencies(text, r) {
  if (r.kind === 'list' || r.kind === 'one') {
    return addDependency(
      addImport(text, `${r.Item}Facts`, `./${r.item}.facts.js`),
      `private readonly ${r.itemVariable}Facts: ${r.Item}Facts`,
    );
  }
  const parameter = `private readonly ${r.verbProperty}: ${r.VerbClass}`;
  return addDependency(addImport(text, r.VerbClass, `./${r.verbFile}.js`), parameter);
}

/** The steps of docs/adding-an-endpoint.md that a generator cannot take. */
function leftToDo(r, at, isNew) {
  const reference = at.source.replace(/src$/, 'reference/permissions.json');
  return [
    ...(isNew ? [`give the table in ${at.migration} its columns, and store, view and params their fields`] : []),
    ...(hasSpec(r) ? [] : [`write ${at.folder}/${r.resource}.integration.spec.ts as its neighbours are written`]),
    ...(r.kind === 'act' ? [`write what ${r.VerbClass} does: it locks the row and answers it`] : []),
    r.inProject
      ? `say in ${at.source}/abilities.ts and in ${reference} who may: only owners, until you do`
      : `where others than admins may call it: take \`admin: true\` from the endpoint, and the endpoint from ${reference}`,
    ...(isNew && r.inProject && !slice.holdsProject(r)
      ? [
          'delete the rows of a deleted project in a reaction to projects.project-deleted: no foreign key crosses services',
        ]
      : []),
    'npm run generate && npm run generate:statements',
    `./hearth test unit ${r.resource} && ./hearth test integration ${r.resource}`,
    'npm run check; docs/adding-an-endpoint.md says what each step is for, and how to try the endpoint',
  ];
}
