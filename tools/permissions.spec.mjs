import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import 'reflect-metadata';
import * as access from '../libs/platform/access/dist/index.js';
import { describeService } from '../libs/platform/http/dist/index.js';
import { abilitiesIn, abilityRows, demands, headOf } from './permissions.mjs';

/**
 * The permission matrix of the API's reference, written by hand: a change of a declaration that changes who may do what has to be one here.
 * Columns: anyone, a user, on internal ones a user and an external one; guests on public and internal ones; then on private ones guest,
 * reporter, developer, master, owner; last an owner of an archived project.
 */
const ON_PROJECTS = `
  admin_project         – – – –  – –  – – – ✓ ✓  ✓
  admin_project_member  – – – –  – –  – – – ✓ ✓  ✓
  archive_project       – – – –  – –  – – – – ✓  ✓
  change_namespace      – – – –  – –  – – – – ✓  ✓
  download_code         ✓ ✓ ✓ –  ✓ ✓  – ✓ ✓ ✓ ✓  ✓
  push_code             – – – –  – –  – – ✓ ✓ ✓  –
  read_project          ✓ ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  ✓
  read_project_member   – ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  ✓
  remove_project        – – – –  – –  – – – – ✓  ✓
  star_project          – ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  ✓
`;
const ON_GROUPS = `
  admin_group           – – – –  – –  – – – – ✓
  admin_group_member    – – – –  – –  – – – – ✓
  read_group            ✓ ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓
  read_group_member     – ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓
  remove_group          – – – –  – –  – – – – ✓
`;

/** What anybody may read who brings no credential. */
const OPEN = [
  'GET /api/v4/explorer',
  'GET /api/v4/explorer/:asset',
  'GET /api/v4/groups',
  'GET /api/v4/groups/:id',
  'GET /api/v4/groups/:id/projects',
  'GET /api/v4/groups/:id/subgroups',
  'GET /api/v4/openapi.json',
  'GET /api/v4/projects',
  'GET /api/v4/projects/:id',
  'GET /api/v4/projects/:id/repository/blobs/:sha/raw',
  'GET /api/v4/projects/:id/repository/branches',
  'GET /api/v4/projects/:id/repository/commits',
  'GET /api/v4/projects/:id/repository/tree',
  'GET /api/v4/projects/:id/users',
  'GET /api/v4/users',
  'GET /api/v4/users/:id',
  'GET /api/v4/users/:user_id/projects',
  'GET /uploads/-/system/group/avatar/:id/:file',
  'GET /uploads/-/system/project/avatar/:id/:file',
  'GET /uploads/-/system/user/avatar/:id/:file',
];
/** What only admins may. */
const ADMIN = [
  'DELETE /api/v4/groups/:id/custom_attributes/:key',
  'DELETE /api/v4/projects/:id/custom_attributes/:key',
  'DELETE /api/v4/users/:id',
  'DELETE /api/v4/users/:id/custom_attributes/:key',
  'DELETE /api/v4/users/:user_id/impersonation_tokens/:impersonation_token_id',
  'GET /api/v4/application/settings',
  'GET /api/v4/groups/:id/custom_attributes',
  'GET /api/v4/groups/:id/custom_attributes/:key',
  'GET /api/v4/projects/:id/custom_attributes',
  'GET /api/v4/projects/:id/custom_attributes/:key',
  'GET /api/v4/users/:id/custom_attributes',
  'GET /api/v4/users/:id/custom_attributes/:key',
  'GET /api/v4/users/:user_id/impersonation_tokens',
  'GET /api/v4/users/:user_id/impersonation_tokens/:impersonation_token_id',
  'POST /api/v4/groups/:id/projects/:project_id',
  'POST /api/v4/projects/user/:user_id',
  'POST /api/v4/users',
  'POST /api/v4/users/:id/block',
  'POST /api/v4/users/:id/unblock',
  'POST /api/v4/users/:user_id/impersonation_tokens',
  'POST /api/v4/users/:user_id/personal_access_tokens',
  'PUT /api/v4/application/settings',
  'PUT /api/v4/groups/:id/custom_attributes/:key',
  'PUT /api/v4/projects/:id/custom_attributes/:key',
  'PUT /api/v4/users/:id',
  'PUT /api/v4/users/:id/custom_attributes/:key',
];

const ROOT = path.resolve(import.meta.dirname, '..');
const services = await Promise.all(
  readdirSync(path.join(ROOT, 'libs/services')).map(async (service) => {
    const dist = path.join(ROOT, 'libs/services', service, 'dist');
    const [module] = Object.values(await import(path.join(dist, 'index.js')));
    const file = path.join(dist, 'abilities.js');
    const abilities = existsSync(file) ? abilitiesIn(await import(file)) : [];
    return { service, abilities, endpoints: describeService(module).endpoints };
  }),
);
const edge = Object.values(await import('../libs/edge/dist/index.js')).find(({ name }) => name === 'EdgeModule');
services.push({ service: 'edge', abilities: [], endpoints: describeService(edge).endpoints });
const abilities = services.flatMap((each) => each.abilities);
const asked = services.flatMap(({ endpoints }) => demands(endpoints));

/** Rows as texts with even gaps, so that a difference shows as a line. */
function lines(rows) {
  return rows.map(([name, ...cells]) => `${name} ${cells.join(' ')}`);
}

function written(table) {
  return lines(
    table
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/)),
  );
}

describe('the permission matrix', () => {
  it.each([
    ['project', ON_PROJECTS],
    ['group', ON_GROUPS],
  ])('on a %s is that of the reference', (on, reference) => {
    expect(lines(abilityRows(access, abilities, on))).toEqual(written(reference));
    for (const row of written(reference)) expect(row.split(' ')).toHaveLength(headOf(on).length);
  });

  it('covers every ability that an endpoint asks for', () => {
    const declared = new Set(abilities);
    const strange = services.flatMap(({ endpoints }) => endpoints).filter(({ can }) => can && !declared.has(can));
    expect(strange.map(({ method, path: at }) => `${method} ${at}`)).toEqual([]);
  });

  it('has nothing to do with a level of its own making', () => {
    expect(() =>
      abilityRows(
        access,
        [
          { name: 'a', from: 10 },
          { name: 'a', from: 20 },
        ],
        'project',
      ),
    ).toThrow('Abilities called a differ in who has them');
  });
});

describe('without an ability to look at', () => {
  it('lets anybody in only where everybody may read', () => {
    const open = asked.filter(({ anonymous }) => anonymous === 'let in').map(({ endpoint }) => endpoint);
    expect(open.sort()).toEqual([...OPEN].sort());
  });

  it('keeps for admins what is theirs', () => {
    const kept = asked.filter(({ needs }) => needs === 'admin').map(({ endpoint }) => endpoint);
    expect(kept.sort()).toEqual([...ADMIN].sort());
  });
});
