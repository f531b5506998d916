// Writes what is generated from the services' declarations: the route table and the OpenAPI document of each, the map of the contracts,
// docs/PERMISSIONS.md; from pages and counts in their folders docs/COMPAT.md and docs/STATEMENTS.md; from the settings that all programs declare
// docs/CONFIGURATION.md and the list of their names.
//   node tools/generate.mjs           writes the files
//   node tools/generate.mjs --check   writes nothing; status 1 when a file is not what the declarations say
// Needs a build (`node node_modules/typescript7/bin/tsc -b`), and another one after files have changed.
import { existsSync, globSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import 'reflect-metadata';
import { z } from 'zod';
import { configuration } from './configuration.mjs';
import { declaredContracts } from './contracts/declared.mjs';
import { formatted } from './format.mjs';
import { annotate } from './openapi/annotate.mjs';
import { conflictsOf } from './openapi/conflicts.mjs';
import { compatibilityPage } from './pages/compatibility.mjs';
import { statementsPage } from './pages/statements.mjs';
import { abilitiesIn, permissionsPage } from './permissions.mjs';

const root = path.resolve(import.meta.dirname, '..');
const { describeService, openApiDocument, routesOf } = await load('libs/platform/http');
const edge = await load('libs/edge');
const contracts = await declaredContracts(root);

const { SERVICE_NAMES: services } = await load('libs/platform/contract-kit');
const modules = [['edge', edge.EdgeModule]];
for (const service of services) modules.push([service, onlyModule(await load(`libs/services/${service}`))]);

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const described = modules.map(([service, module]) => ({ service, endpoints: describeService(module).endpoints }));
await nameRecords();
const texts = { 'libs/contracts/MAP.md': map() };
const apis = modules.map(([service, module]) => {
  // Parsed again: what the declarations share, each document describes in its own words.
  const document = JSON.parse(JSON.stringify(openApiDocument(describeService(module).endpoints, version)));
  annotate(document, descriptionsOf(service));
  return { service, routes: routesOf(service, module), document };
});
const conflicts = conflictsOf(apis, edge.mergeRoutes);
if (conflicts.length > 0) throw new Error(`Services disagree:\n${conflicts.join('\n')}`);
for (const { service, routes, document } of apis) {
  const folder = folderOf(service);
  // The edge's own routes are those of its process.
  if (service !== 'edge') texts[`${folder}/routes.generated.json`] = JSON.stringify(routes);
  texts[`${folder}/openapi.generated.json`] = JSON.stringify(document);
}
const settings = await configuration(root);
texts['docs/CONFIGURATION.md'] = settings.document;
texts['libs/platform/config/src/names.generated.json'] = JSON.stringify(settings.names);
const abilities = [];
for (const service of services) {
  const file = `libs/services/${service}/dist/abilities.js`;
  if (existsSync(path.join(root, file))) abilities.push(...abilitiesIn(await import(path.join(root, file))));
}
const permissions = permissionsPage(await load('libs/platform/access'), described, abilities);
texts['docs/PERMISSIONS.md'] = permissions;
texts['docs/COMPAT.md'] = compatibilityPage(partsIn('COMPAT.md'));
texts['docs/STATEMENTS.md'] = statementsPage(
  partsIn('statements.generated.json').map(({ title, text }) => ({ title, counts: JSON.parse(text) })),
);
const files = await Promise.all(Object.entries(texts).map(async ([name, text]) => [name, await formatted(name, text)]));
const stale = files.filter(([name, text]) => current(name) !== text);
if (process.argv.includes('--check')) {
  for (const [name] of stale) console.error(`${name} is not what the declarations say: run npm run generate`);
  process.exit(stale.length > 0 ? 1 : 0);
}
for (const [name, text] of stale) {
  writeFileSync(path.join(root, name), text);
  console.log(`wrote ${name}`);
}

/** Descriptions of the fields and parameters that only one service has. */
function descriptionsOf(service) {
  return JSON.parse(current(`${folderOf(service)}/reference/descriptions.json`));
}

function folderOf(service) {
  return service === 'edge' ? 'libs/edge' : `libs/services/${service}`;
}

/** Files of this name in the folders of the edge and the services; services without one are left out. */
function partsIn(name) {
  return ['edge', ...services].flatMap((title) => {
    const text = current(`${folderOf(title)}/${name}`);
    return text === undefined ? [] : [{ title, folder: folderOf(title), text }];
  });
}

/** Gives the schemas of records the names that they are exported with (`MergeRequestView`: `MergeRequest`), for the OpenAPI document. */
async function nameRecords() {
  const files = globSync('libs/**/dist/**/{*.view,views}.js', { cwd: root, exclude: ['**/node_modules/**'] });
  const names = new Map();
  for (const file of files.sort()) {
    for (const [exported, schema] of Object.entries(await import(path.join(root, file)))) {
      if (!exported.endsWith('View') || !(schema instanceof z.ZodType) || z.globalRegistry.get(schema)?.id) continue;
      const id = exported.replace(/View$/, '');
      if (names.has(id)) throw new Error(`${file}: there is a ${exported} in ${names.get(id)} already`);
      names.set(id, file);
      z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
    }
  }
}

function load(folder) {
  return import(pathToFileURL(path.join(root, folder, 'dist/index.js')));
}

function onlyModule(exports) {
  return Object.values(exports).find((value) => typeof value === 'function' && value.name.endsWith('Module'));
}

function current(name) {
  try {
    return readFileSync(path.join(root, name), 'utf8');
  } catch {
    return undefined;
  }
}

/** Publishers, subscribers and callers: contracts by declaration, subscribers by the reactions in the services' sources. */
function map() {
  const all = Object.values(contracts).filter((value) => value && typeof value === 'object' && 'owner' in value);
  const row = (cells) => `| ${cells.join(' | ')} |`;
  const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
  const calls = all.filter(({ kind }) => kind !== 'event').sort(byName);
  const events = all.filter(({ kind }) => kind === 'event').sort(byName);
  return [
    '# Who talks to whom',
    'Generated from the declarations in this folder by `npm run generate`.',
    '## Calls',
    table(
      ['contract', 'kind', 'answered by', 'accepted from'],
      calls.map(({ name, kind, owner, callers }) => [`\`${name}\``, kind, owner, callers.join(', ')]),
    ),
    '## Events',
    table(
      ['event', 'published by', 'listened to by'],
      events.map(({ name, owner, ...event }) => [
        `\`${name}\``,
        owner,
        listeners(exportNameOf({ name, ...event })).join(', '),
      ]),
    ),
    '',
  ].join('\n\n');
}

function byName(a, b) {
  return a.name < b.name ? -1 : 1;
}

function exportNameOf({ name }) {
  return Object.entries(contracts).find(([, value]) => value?.name === name && value?.kind === 'event')[0];
}

/** Services with an `on-*.ts` that names the event. */
function listeners(exportName) {
  return services.filter((service) => {
    const folder = path.join(root, 'libs/services', service, 'src');
    return readdirSync(folder, { recursive: true })
      .filter((file) => /(^|\/)on-[^/]*\.ts$/.test(file) && !file.endsWith('.spec.ts'))
      .some((file) => new RegExp(`@On\\(${exportName}\\b`).test(readFileSync(path.join(folder, file), 'utf8')));
  });
}
