import { snake } from '../names.mjs';

/** The integration spec of a resource: what it begins with, and a test for each kind of endpoint. `r` is a route of route.mjs. */

export function specFile(r) {
  const table = `${snake(r.service)}.${r.table}`;
  const [columns, values] = r.inProject ? ['project_id, name', '$1, $2'] : ['name', '$1'];
  return `
${SURROUNDINGS[surroundingsOf(r)](r)}
  const path = (${r.inProject ? 'project: ProjectId, ' : ''}item?: number | string) =>
    \`${r.inProject ? '/projects/\${project}' : ''}/${r.table}\${item === undefined ? '' : \`/\${item}\`}\`;

  /** Makes a row. @returns its id */
  async function insert(${r.inProject ? 'project: ProjectId, ' : ''}name: string): Promise<number> {
    const [row] = await app.database.query<{ id: number }>(
      'insert into ${table} (${columns}) values (${values}) returning id',
      [${r.inProject ? 'project, ' : ''}name],
    );
    return row!.id;
  }
});
`;
}

function surroundingsOf(r) {
  if (r.service === 'projects') return r.inProject ? 'projects' : 'admin';
  return r.inProject ? 'elsewhere' : 'admin';
}

const PRINCIPAL = (username, admin) => `{
    ...{ userId: 1 as UserId, username: '${username}', name: '${username}', email: '${username}@example.com' },
    ...{ admin: ${admin}, external: false, projectsLimit: 0 },
    credential: { kind: 'personal', tokenId: 1, scopes: ['api'] },
  }`;

const moduleOf = (r) => `${r.Service}Module`;
const importModule = (r) => `import { ${moduleOf(r)} } from '../${r.service}.module.js';`;

const SURROUNDINGS = {
  projects: (r) => `
import type { ProjectId } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('${r.words}', () => {
  const app = ProjectsApp.inBlock();
  const caller = user(1);
  let namespace: number;
  let projects = 0;

  beforeAll(async () => {
    namespace = await app.claim(caller);
  });

  const newProject = () => new Seed(app.testDatabase).project(namespace, \`project-\${++projects}\`, 'private');`,

  elsewhere: (r) => `
import { AccessResolver } from '@hearth/access';
import { AccessLevel, type Principal, type ProjectId, type UserId } from '@hearth/contract-kit';
import { ServiceApp } from '@hearth/testing';
${importModule(r)}

/** Every project exists, and belongs to the caller. */
const access = {
  project: ({ id }: { id: ProjectId }) => Promise.resolve({ project: { id }, level: AccessLevel.owner }),
};

describe('${r.words}', () => {
  const app = ServiceApp.for(${moduleOf(r)}, [], { replacements: [{ provider: AccessResolver, by: access }] });
  const caller: Principal = ${PRINCIPAL('owner', false)};
  let projects = 0;

  const newProject = () => Promise.resolve(++projects as ProjectId);`,

  admin: (r) => `
import type { Principal, UserId } from '@hearth/contract-kit';
import { ${r.service === 'projects' ? 'ProjectsApp' : 'ServiceApp'} } from '${r.service === 'projects' ? '../testing/projects-app.js' : '@hearth/testing'}';
${r.service === 'projects' ? '' : importModule(r)}

describe('${r.words}', () => {
  const app = ${r.service === 'projects' ? 'ProjectsApp.inBlock()' : `ServiceApp.for(${moduleOf(r)}, [])`};
  const caller: Principal = ${PRINCIPAL('root', true)};`,
};

/** The test of one endpoint. */
export function specOf(r) {
  return SPECS[r.kind](r);
}

const projectOf = (r) => (r.inProject ? 'const project = await newProject();\n    ' : '');
const at = (r, item = '') => `path(${[...(r.inProject ? ['project'] : []), ...(item ? [item] : [])].join(', ')})`;
const inserted = (r, name = 'first') => `await insert(${r.inProject ? 'project, ' : ''}'${name}')`;
/** The path of an act is that of the item and its verb. */
const itemOf = (r) => (r.kind === 'act' ? `\`\${id}/${r.path.split('/').at(-1)}\`` : 'id');
const gone = (r) => `{ message: '404 ${r.itemTitle} Not Found' }`;
const elsewhere = (r) => {
  if (r.inProject) return `path(await newProject(), ${itemOf(r)})`;
  return r.kind === 'act' ? `path('0/${r.path.split('/').at(-1)}')` : 'path(0)';
};

const SPECS = {
  list: (r) => `it('are listed in pages${r.inProject ? ', those of the project alone' : ''}', async () => {
    ${projectOf(r)}${r.inProject ? "await insert(await newProject(), 'elsewhere');" : `await app.database.query('delete from ${snake(r.service)}.${r.table}');`}
    for (const name of ['first', 'second', 'third']) await insert(${r.inProject ? 'project, ' : ''}name);
    const { status, headers, body } = await app.exchange(caller, 'GET', \`\${${at(r)}}?page=2&per_page=2\`);
    expect([status, body.length, headers['x-total']]).toEqual([200, 1, '3']);
    expect(body[0]).toMatchObject({ name: 'third' });
  });`,

  one: (r) => `it('are read one by one', async () => {
    ${projectOf(r)}const id = ${inserted(r)};
    const { status, body } = await app.exchange(caller, 'GET', ${at(r, 'id')});
    expect([status, body]).toEqual([200, expect.objectContaining({ id, name: 'first' })]);
    const elsewhere = await app.exchange(caller, 'GET', ${elsewhere(r)});
    expect([elsewhere.status, elsewhere.body]).toEqual([404, ${gone(r)}]);
  });`,

  create: (r) => `it('are created', async () => {
    ${projectOf(r)}const { status, body } = await app.exchange(caller, 'POST', ${at(r)}, { name: 'first' });
    expect([status, body]).toEqual([201, expect.objectContaining({ name: 'first' })]);
    const nameless = await app.exchange(caller, 'POST', ${at(r)});
    expect([nameless.status, nameless.body]).toEqual([400, { error: 'name is missing' }]);
  });`,

  update: (r) => `it('are updated', async () => {
    ${projectOf(r)}const id = ${inserted(r)};
    const { status, body } = await app.exchange(caller, 'PUT', ${at(r, 'id')}, { name: 'second' });
    expect([status, body]).toEqual([200, expect.objectContaining({ id, name: 'second' })]);
    const elsewhere = await app.exchange(caller, 'PUT', ${elsewhere(r)}, { name: 'third' });
    expect([elsewhere.status, elsewhere.body]).toEqual([404, ${gone(r)}]);
  });`,

  remove: (r) => `it('are deleted once, unless they were modified meanwhile', async () => {
    ${projectOf(r)}const id = ${inserted(r)};
    const remove = (at: string, headers = {}) => app.exchange(caller, 'DELETE', at, undefined, headers);
    const yesterday = new Date(Date.now() - 86_400_000).toUTCString();
    expect((await remove(${at(r, 'id')}, { 'if-unmodified-since': yesterday })).status).toBe(412);
    expect((await remove(${elsewhere(r)})).status).toBe(404);
    expect((await remove(${at(r, 'id')})).status).toBe(204);
    const again = await remove(${at(r, 'id')});
    expect([again.status, again.body]).toEqual([404, ${gone(r)}]);
  });`,

  act: (r) => `it('take ${r.verbFile.replaceAll('-', ' ')}', async () => {
    ${projectOf(r)}const id = ${inserted(r)};
    const { status, body } = await app.exchange(caller, '${r.method}', ${at(r, itemOf(r))});
    expect([status, body]).toEqual([${r.method === 'POST' ? 201 : 200}, expect.objectContaining({ id })]);
    expect((await app.exchange(caller, '${r.method}', ${elsewhere(r)})).status).toBe(404);
  });`,
};

/**
 * Whether a spec can be written: not for resources inside of other resources, and not where the service's own surroundings are more than a
 * database.
 */
export function hasSpec(r) {
  const before = r.path.slice(0, r.path.indexOf(`/${r.table}`));
  return before === (r.inProject ? '/projects/:id' : '') && !['identity', 'repository'].includes(r.service);
}
