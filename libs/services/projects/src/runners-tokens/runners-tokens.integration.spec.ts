import type { ProjectId } from '@hearth/contract-kit';
import { FindByRunnersTokenQuery } from '@hearth/projects-contracts';
import { Keyring, parseEncryptionKeys, reencrypt } from '@hearth/secrets';
import { ProjectsModule } from '../projects.module.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { user } from '../testing/people.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';
import { ShowRunnersToken } from './show.js';

const COLUMN = { service: 'projects', table: 'projects', column: 'runners_token' };

describe('runners_token', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  let own: number;
  let number = 0;
  const ada = user(1, { username: 'ada' });
  const admin = user(2, { admin: true });

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    own = await app.claim(ada);
  });

  const project = () => seed.project(own, `p${++number}`, 'public');
  const shown = async (caller: typeof ada | null, id: ProjectId) =>
    (await app.request(caller, 'GET', `/projects/${id}`)).body.runners_token as string | undefined;

  it.each<[string, ReturnType<typeof user> | null, number | undefined, boolean]>([
    ['anonymous', null, undefined, false],
    ['a stranger', user(10), undefined, false],
    ['a guest', user(11), 10, false],
    ['a reporter', user(12), 20, false],
    ['a developer', user(13), 30, false],
    ['a master', user(14), 40, true],
    ['an owner', user(15), 50, true],
    ['the owner of the namespace', ada, undefined, true],
    ['an admin', admin, undefined, true],
  ])('is told to %s: %#', async (_, caller, level, isPublishedChange) => {
    const id = await project();
    if (level) await seed.projectMember(id, caller!.userId, level);
    const token = await shown(caller, id);
    expect(typeof token).toBe(isPublishedChange ? 'string' : 'undefined');
    // A read by a caller without permission does not create a token.
    const [row] = await database.query<{ made: boolean }>(
      'select runners_token is not null as made from projects where id = $1',
      [id],
    );
    expect(row!.made).toBe(isPublishedChange);
  });

  it('is one for each project and stays the same, for parallel first reads', async () => {
    const [first, second] = [await project(), await project()];
    // Without the stored value, each of these calls generates a token.
    const made = await Promise.all(
      Array.from({ length: 4 }, () => app.get(ShowRunnersToken).execute({ id: first, level: 40 })),
    );
    expect(new Set(made).size).toBe(1);
    expect(made[0]).toMatch(/^[\w-]{20,}$/);
    expect([await shown(ada, first), await shown(admin, first)]).toEqual([made[0], made[0]]);
    expect(await shown(ada, second)).not.toBe(made[0]);
  });

  it('is kept encrypted, with a hash to find it by', async () => {
    const id = await project();
    const token = (await shown(ada, id))!;
    const [row] = await database.query<{ sealed: string; lookup: string }>(
      'select runners_token as sealed, runners_token_lookup as lookup from projects where id = $1',
      [id],
    );
    const keyring = app.get(Keyring);
    expect(row!.sealed).not.toContain(token);
    expect(keyring.decrypt(row!.sealed, { ...COLUMN, id })).toBe(token);
    expect(keyring.lookups(token, COLUMN)).toContain(row!.lookup);
  });

  it('is the same after the keys were rotated', async () => {
    const id = await project();
    const token = await shown(ada, id);
    const keyring = app.get(Keyring);
    const [old, next] = ['test', 'next'].map((key) => `${key}:${Buffer.alloc(32, key[0]).toString('base64')}`);
    keyring.use(parseEncryptionKeys(`${next},${old}`));
    const { rewritten, unreadable } = await reencrypt(database.url, [ProjectsModule.schema], keyring);
    expect([rewritten > 0, unreadable]).toEqual([true, []]);
    keyring.use(parseEncryptionKeys(next!));
    expect(await shown(ada, id)).toBe(token);
    const [row] = await database.query<{ lookup: string }>(
      'select runners_token_lookup as lookup from projects where id = $1',
      [id],
    );
    expect(row!.lookup).toBe(keyring.lookup(token!, COLUMN));
    keyring.use(parseEncryptionKeys(`${old},${next}`));
  });

  it('is in the answer to the creator of the project, and in no list', async () => {
    const { body: created } = await app.request(ada, 'POST', '/projects', { name: 'Fresh' });
    expect(created.runners_token).toBe(await shown(ada, created.id as ProjectId));
    for (const path of ['/projects', '/users/ada/projects', '/projects?statistics=true']) {
      const { body } = await app.request(ada, 'GET', path);
      expect(body.length).toBeGreaterThan(0);
      for (const row of body) expect(row).not.toHaveProperty('runners_token');
    }
  });

  it('finds its project, for those who register runners', async () => {
    const id = await project();
    const token = (await shown(ada, id))!;
    const find = async (given: string) => (await app.calls.query(FindByRunnersTokenQuery, { token: given })).projectId;
    expect([await find(token), await find(`${token}x`), await find('')]).toEqual([id, null, null]);
    await app.request(ada, 'DELETE', `/projects/${id}`);
    expect(await find(token)).toBeNull();
  });

  it('is not told of a project that went away meanwhile', async () => {
    const id = await project();
    await app.request(ada, 'DELETE', `/projects/${id}`);
    expect(await app.get(ShowRunnersToken).execute({ id, level: 40 })).toBeUndefined();
  });
});
