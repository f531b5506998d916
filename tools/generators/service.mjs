import { addImport, addToList, addToListOf } from './edit-source.mjs';
import { pascal, requireKebab } from './names.mjs';
import { serviceFiles } from './templates/service.mjs';

/** Lists in which every service stands: the file and the name of the list. */
export const SERVICE_LISTS = [
  { file: 'libs/platform/contract-kit/src/service-names.ts', list: 'SERVICE_NAMES' },
  { file: 'tools/lint/boundaries.mjs', list: 'SERVICES' },
  { file: 'tools/hearth/secrets.mjs', list: 'STORES' },
];

/**
 * Makes a service: its lib, its app, and its place in everything that knows the services.
 * @param {import('./changes.mjs').Changes} changes
 * @param {string} name kebab-case
 * @returns what is left to do
 * @throws a sentence for the user
 */
export function generateService(changes, name) {
  requireKebab(name, 'the name of a service');
  const { dependencies: versions } = JSON.parse(changes.read('libs/services/projects/package.json'));
  for (const [file, text] of Object.entries(serviceFiles(name, versions))) changes.create(file, text);
  for (const { file, list } of SERVICE_LISTS) changes.edit(file, (text) => addToList(text, list, `'${name}'`));
  changes.edit('tools/hearth/supervisor/topology.mjs', (text) =>
    addToList(text, 'split', `{ name: '${name}', app: '${name}' }`),
  );
  changes.edit('libs/contracts/projects/src/queries.ts', (text) =>
    addToListOf(text, 'ResolveAccessQuery', 'callers', `'${name}'`),
  );
  changes.edit('libs/contracts/identity/src/queries.ts', (text) =>
    addToListOf(text, 'ActAsQuery', 'callers', `'${name}'`),
  );
  changes.edit('apps/all-in-one/src/services.ts', (text) =>
    addToList(addImport(text, `${pascal(name)}Module`, `@hearth/${name}`), 'services', `${pascal(name)}Module`),
  );
  changes.editJson('apps/all-in-one/package.json', (manifest) => {
    manifest.dependencies[`@hearth/${name}`] = '*';
  });
  changes.editJson('apps/all-in-one/tsconfig.json', ({ references }) => {
    references.push({ path: `../../libs/services/${name}` });
  });
  changes.editJson('tsconfig.json', ({ references }) => {
    const folders = [`libs/contracts/${name}`, `libs/services/${name}`, `apps/${name}`];
    references.push(...folders.map((folder) => ({ path: `./${folder}` })));
  });
  return [
    'npm install, which links the new packages',
    `say in libs/services/${name}/README.md what it owns`,
    `its first endpoint: npm run generate:endpoint -- ${name} GET /projects/:id/things`,
  ];
}
