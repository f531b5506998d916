import { addImport, addToList, addToListOf } from './edit-source.mjs';
import { pascal, requireKebab } from './names.mjs';
import { serviceFiles } from './templates/service.mjs';

/** Lists in which every service stands: the file and the name of the list. */
export const SERVICE_LISTS = [
  { file: 'libs/platform/contract-kit/src/contract.ts', list: 'SERVICE_NAMES' },
  { file: 'tools/lint/boundaries.mjs', list: 'SERVICES' },
  { file: 'tools/generate.mjs', list: 'services' },
  { file: 'tools/hearth/secrets.mjs', list: 'SIGNERS' },
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
  for (const [file, text] of Object.entries(serviceFiles(name))) changes.create(file, text);
  for (const { file, list } of SERVICE_LISTS) changes.edit(file, (text) => addToList(text, list, `'${name}'`));
  changes.edit('tools/hearth/supervisor/topology.mjs', (text) =>
    addToList(text, 'split', `{ name: '${name}', app: '${name}' }`),
  );
  changes.edit('libs/contracts/src/projects/queries.ts', (text) =>
    addToListOf(text, 'ResolveAccess', 'callers', `'${name}'`),
  );
  changes.edit('libs/contracts/src/identity/queries.ts', (text) => addToListOf(text, 'ActAs', 'callers', `'${name}'`));
  changes.edit('apps/all-in-one/src/services.ts', (text) =>
    addToList(addImport(text, `${pascal(name)}Module`, `@hearth/${name}`), 'services', `${pascal(name)}Module`),
  );
  editJson(changes, 'apps/all-in-one/package.json', (manifest) => {
    manifest.dependencies[`@hearth/${name}`] = '*';
  });
  editJson(changes, 'apps/all-in-one/tsconfig.json', ({ references }) => {
    references.push({ path: `../../libs/services/${name}` });
  });
  editJson(changes, 'tsconfig.json', ({ references }) => {
    references.push({ path: `./libs/services/${name}` }, { path: `./apps/${name}` });
  });
  return [
    'npm install, which links the new packages',
    `say in libs/services/${name}/README.md what it owns`,
    `its first endpoint: npm run generate:endpoint -- ${name} GET /projects/:id/things`,
  ];
}

function editJson(changes, file, change) {
  changes.edit(file, (text) => {
    const value = JSON.parse(text);
    change(value);
    return `${JSON.stringify(value, null, 2)}\n`;
  });
}
