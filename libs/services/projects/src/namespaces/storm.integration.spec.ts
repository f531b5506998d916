import { NamespaceTaken, RenameUserNamespaceCommand } from '@hearth/projects-contracts';
import { user } from '../testing/people.js';
import { ProjectsApp, type Answer } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

const LANES = 8;
const STEPS = 40;
/** Few names for many holders, so that conflicts occur. */
const NAMES = ['red', 'green', 'blue', 'grey', 'pink'];

/** Pseudo-random numbers below 1, the same for a seed. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

describe('the URL space, under parallel renames', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  const admin = user(1, { username: 'root', admin: true });
  const groups: number[] = [];
  const projects: number[] = [];

  beforeAll(async () => {
    database = app.testDatabase;
    const seed = new Seed(database);
    for (const id of [1, 2, 3]) await app.claim(user(id));
    for (const path of ['a', 'b', 'c']) {
      const group = await seed.group(path, 'public');
      const below = await seed.group('below', 'public', [group]);
      groups.push(group, below, await seed.group('deep', 'public', [group, below]));
    }
    for (const group of groups) projects.push(await seed.project(group, 'app', 'public'));
  });

  /** One random request; returns its status. */
  async function step(next: () => number): Promise<number> {
    const pick = <T>(from: readonly T[]) => from[Math.floor(next() * from.length)]!;
    const send = async (...request: ['POST' | 'PUT' | 'DELETE', string, object?]): Promise<Answer> =>
      app.request(admin, ...request);
    const steps: (() => Promise<number>)[] = [
      async () => (await send('PUT', `/groups/${pick(groups)}`, { path: pick(NAMES) })).status,
      async () => (await send('PUT', `/projects/${pick(projects)}`, { path: pick(NAMES) })).status,
      async () => (await send('POST', `/groups/${pick(groups)}/projects/${pick(projects)}`)).status,
      async () => (await send('DELETE', `/projects/${pick(projects)}`)).status,
      async () => {
        const name = `${pick(NAMES)} ${next()}`;
        const { status, body } = await send('POST', '/projects', {
          name,
          path: pick(NAMES),
          namespace_id: pick(groups),
        });
        if (status === 201) projects.push(body.id as number);
        return status;
      },
      () => {
        const renaming = app.calls.command(RenameUserNamespaceCommand, {
          userId: pick([2, 3]),
          username: pick(NAMES),
          byAdmin: true,
        });
        return renaming.then(
          () => 200,
          (error: unknown) => (NamespaceTaken.is(error) ? 400 : 500),
        );
      },
    ];
    return pick(steps)();
  }

  it('stays whole', async () => {
    const seen = new Set<number>();
    await Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        const next = numbersOf(lane + 1);
        for (let count = 0; count < STEPS; count++) seen.add(await step(next));
      }),
    );
    expect([...seen].filter((status) => ![200, 201, 202, 400, 404].includes(status))).toEqual([]);
    expect([...seen]).toEqual(expect.arrayContaining([200, 201, 400]));
    expect(app.failures).toEqual([]);
  });

  it.each([
    [
      'a project is below its namespace',
      `select p.id from projects p
       join routes r on r.project_id = p.id join routes home on home.namespace_id = p.namespace_id
       where r.path <> home.path || '/' || p.path`,
    ],
    [
      'every project has a path',
      'select id from projects where id not in (select project_id from routes where project_id is not null)',
    ],
    [
      'a group is below its parent, a user on top',
      `select n.id from namespaces n
       join routes r on r.namespace_id = n.id left join routes home on home.namespace_id = n.parent_id
       where r.path <> coalesce(home.path || '/', '') || n.path`,
    ],
    [
      'no path that is held leads elsewhere',
      `select d.path, r.path as held from redirects d join routes r on lower(r.path) = lower(d.path)`,
    ],
    [
      'no path that is held is reserved',
      `select d.path, r.path as held from reserved_paths d join routes r on lower(r.path) = lower(d.path)`,
    ],
  ])('%s', async (_, strays) => {
    expect(await database.query(strays)).toEqual([]);
  });
});
