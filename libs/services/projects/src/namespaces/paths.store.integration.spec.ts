import type { PoolClient } from 'pg';
import type { Tx } from '@hearth/data';
import { until } from '@hearth/data/testing';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import { makeDatabase, type TestDatabase } from '../testing/test-database.js';
import { PathsStore } from './paths.store.js';

/** As whoever creates something inside locks it. */
const LOCK = 'select n.id from projects.namespaces n';

describe('PathsStore', () => {
  let database: TestDatabase;
  let app: ProjectsApp;
  let seed: Seed;
  let paths: PathsStore;
  const admin = user(1, { username: 'root', admin: true });

  beforeAll(async () => {
    database = await makeDatabase();
    app = await ProjectsApp.start(database);
    seed = new Seed(database);
    paths = app.get(PathsStore);
  });

  afterEach(() => database.query('truncate namespaces cascade'));

  afterAll(async () => {
    await app?.stop();
    await database?.drop();
  });

  const tx = <T>(work: (running: Tx) => Promise<T>) => app.database.tx(work);

  /** A group with a subgroup and projects in both. */
  async function tree(path: string) {
    const group = await seed.group(path);
    const below = await seed.group('sub', 'private', [group]);
    const outer = await seed.project(group, 'app', 'private');
    const inner = await seed.project(below, 'app', 'private');
    return { group, below, outer, inner };
  }

  const move = (id: number, from: string, to: string) =>
    tx<boolean>(async (running) => {
      await paths.lockTree(running, id);
      return paths.move(running, from, to);
    });

  async function routes(): Promise<string[]> {
    const rows = await database.query<{ path: string }>('select path from routes order by path');
    return rows.map(({ path }) => path);
  }

  async function redirects(): Promise<string[]> {
    const rows = await database.query<{ path: string }>('select path from redirects order by path');
    return rows.map(({ path }) => path);
  }

  const waits = () =>
    until('the move waits', async () => {
      const [{ count }] = (await database.query(
        `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )) as [{ count: number }];
      return Number(count) === 1;
    });

  const leadsTo = (path: string) => paths.movedProject(app.database, path);

  it('moves a whole tree, and nothing beside it that only begins alike', async () => {
    const { group, outer, inner } = await tree('old');
    for (const near of ['old-er', 'old0', 'older', 'ol', 'old.x']) await seed.group(near);
    expect(await move(group, 'old', 'New')).toBe(true);
    expect(await routes()).toEqual([
      ...['New', 'New/app', 'New/sub', 'New/sub/app', 'ol', 'old-er', 'old.x', 'old0', 'older'],
    ]);
    expect(await redirects()).toEqual(['old', 'old/app', 'old/sub', 'old/sub/app']);
    expect([await leadsTo('OLD/app'), await leadsTo('old/SUB/app')]).toEqual([outer, inner]);
    expect([await leadsTo('old'), await leadsTo('New/app'), await leadsTo('old/other')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('moves what lies deep, from a path that is longer or shorter than the new one', async () => {
    const { group, below } = await tree('a');
    await move(below, 'a/sub', 'a/much-longer');
    await move(group, 'a', 'abcdefg');
    await move(group, 'abcdefg', 'b');
    expect(await routes()).toEqual(['b', 'b/app', 'b/much-longer', 'b/much-longer/app']);
  });

  it('changes the case of a path and leaves no trace', async () => {
    const { group } = await tree('old');
    expect(await move(group, 'old', 'OLD')).toBe(true);
    expect(await routes()).toEqual(['OLD', 'OLD/app', 'OLD/sub', 'OLD/sub/app']);
    expect(await redirects()).toEqual([]);
  });

  it('moves nothing when one path anywhere in the tree is held', async () => {
    const { group } = await tree('old');
    await seed.group('held');
    expect(await move(group, 'old', 'HELD').catch((error: unknown) => error)).toBe(false);
    expect(await routes()).toEqual(['held', 'old', 'old/app', 'old/sub', 'old/sub/app']);
    expect(await redirects()).toEqual([]);
  });

  it('goes back and forth without leading in circles', async () => {
    const { group, outer } = await tree('one');
    await move(group, 'one', 'two');
    await move(group, 'two', 'one');
    expect(await redirects()).toEqual(['two', 'two/app', 'two/sub', 'two/sub/app']);
    expect(await leadsTo('two/app')).toBe(outer);
    await move(group, 'one', 'three');
    expect([await leadsTo('one/app'), await leadsTo('two/app')]).toEqual([outer, outer]);
  });

  it('goes on leading from the paths inside that its own had before', async () => {
    const { group, below, inner } = await tree('here');
    await move(group, 'here', 'there');
    await move(below, 'there/sub', 'there/renamed');
    await move(group, 'there', 'here');
    expect(await leadsTo('here/sub/app')).toBe(inner);
    expect(await leadsTo('there/sub/app')).toBe(inner);
  });

  it('takes the old paths from whoever left them, with all below', async () => {
    const { group } = await tree('old');
    await move(group, 'old', 'new');
    const other = await tree('other');
    await move(other.group, 'other', 'old');
    expect(await redirects()).toEqual(['other', 'other/app', 'other/sub', 'other/sub/app']);
    expect(await leadsTo('old/sub/app')).toBeUndefined();
  });

  it('takes a free path once, and clears what led on from it and from below', async () => {
    const { group } = await tree('old');
    await move(group, 'old', 'new');
    const another = await seed.group('another');
    await database.query('delete from routes where namespace_id = $1', [another]);
    const take = (path: string) => tx<boolean>((running) => paths.take(running, path, { namespaceId: another }));
    expect(await take('NEW')).toBe(false);
    expect(await redirects()).toHaveLength(4);
    expect(await take('Old')).toBe(true);
    expect(await redirects()).toEqual([]);
  });

  it('forgets the old paths of what is deleted', async () => {
    const { group, inner } = await tree('old');
    await move(group, 'old', 'new');
    await database.query('delete from projects where id = $1', [inner]);
    expect(await redirects()).toEqual(['old', 'old/app', 'old/sub']);
  });

  it('knows nothing of a tree that is gone', async () => {
    expect(await tx<boolean>((running) => paths.lockTree(running, 4711))).toBe(false);
  });

  describe('while others work in the same tree', () => {
    it('lets whoever creates see one path or the other, whole', async () => {
      const { group, below } = await tree('old');
      const create = (name: string, namespaceId: number) =>
        app.request(admin, 'POST', '/projects', { name, namespace_id: namespaceId });
      const answers = await Promise.all([
        ...['a', 'b', 'c'].map((name) => create(name, below)),
        move(group, 'old', 'new'),
        ...['d', 'e', 'f'].map((name) => create(name, below)),
        move(below, 'old/sub', 'old/moved'),
      ]);
      expect(answers.filter((each) => typeof each === 'object' && each.status !== 201)).toEqual([]);
      expect((await routes()).filter((path) => path.startsWith('old'))).toEqual([]);
      const [held] = await database.query<{ path: string }>('select path from routes where namespace_id = $1', [below]);
      const inside = (await routes()).filter((path) => path.startsWith(`${held!.path}/`));
      expect(inside).toHaveLength(7);
      expect(app.failures).toEqual([]);
    });

    it('waits for what is being made in a subgroup that appeared while it waited', async () => {
      const { group, below } = await tree('old');
      const last = await seed.group('last', 'private', [group]);
      const [makesGroup, holdsLast, makesProject] = await Promise.all([1, 2, 3].map(() => app.database.connection()));
      const lock = (client: PoolClient, id: number) =>
        client.query('begin').then(() => client.query(`${LOCK} where n.id = ${id} for no key update`));
      try {
        await lock(makesGroup!, below);
        await lock(holdsLast!, last);
        const moving = move(group, 'old', 'new');
        await waits();
        const { rows } = await makesGroup!.query<{ id: number }>(
          `insert into projects.namespaces (kind, path, name, full_name, visibility, parent_id, ancestor_ids)
           values ('group', 'fresh', 'fresh', 'fresh', 'private', $1, array[$2::bigint, $1]) returning id`,
          [below, group],
        );
        const fresh = rows[0]!.id;
        await makesGroup!.query(`insert into projects.routes (path, namespace_id) values ('old/sub/fresh', $1)`, [
          fresh,
        ]);
        await makesGroup!.query('commit');
        await waits();
        await lock(makesProject!, fresh);
        await holdsLast!.query('commit');
        await waits();
        const project = await makesProject!.query<{ id: number }>(
          `insert into projects.projects (namespace_id, path, name, creator_id) values ($1, 'late', 'late', 1) returning id`,
          [fresh],
        );
        await makesProject!.query(`insert into projects.routes (path, project_id) values ('old/sub/fresh/late', $1)`, [
          project.rows[0]!.id,
        ]);
        await makesProject!.query('commit');
        expect(await moving).toBe(true);
        expect((await routes()).filter((path) => !path.startsWith('new'))).toEqual([]);
      } finally {
        for (const client of [makesGroup, holdsLast, makesProject]) client!.release();
      }
    });

    it.each([
      ['moves there', async (path: string) => move(await seed.group('other'), 'other', path)],
      [
        'is new',
        async (path: string) => {
          const fresh = await seed.group('fresh');
          await database.query('delete from routes where namespace_id = $1', [fresh]);
          return tx<boolean>((running) => paths.take(running, path, { namespaceId: fresh }));
        },
      ],
    ])('leads nowhere from a path that was left while somebody waited for it who %s', async (_, arrive) => {
      const { group } = await tree('old');
      let arriving: Promise<boolean> | undefined;
      await tx(async (running) => {
        await paths.lockTree(running, group);
        await paths.move(running, 'old', 'new');
        arriving = arrive('OLD');
        await waits();
      });
      expect(await arriving).toBe(true);
      expect(await redirects()).not.toEqual(expect.arrayContaining([expect.stringMatching(/^old/i)]));
    });

    it('gives a path to one of those who move there at once', async () => {
      const groups = await Promise.all(['a', 'b', 'c', 'd'].map((path) => seed.group(path)));
      const moved = await Promise.all(groups.map((id, index) => move(id, 'abcd'[index]!, 'goal').catch(() => false)));
      expect(moved.filter(Boolean)).toHaveLength(1);
      expect(await routes()).toHaveLength(4);
      expect(await routes()).toContain('goal');
    });

    it('keeps moves of one tree one after the other', async () => {
      const { group } = await tree('start');
      const locked = (to: string) =>
        tx<boolean>(async (running) => {
          await paths.lockTree(running, group);
          return paths.move(running, await paths.ofNamespace(running, group), to);
        });
      await Promise.all(['one', 'two', 'three'].map(locked));
      const [held] = await database.query<{ path: string }>('select path from routes where namespace_id = $1', [group]);
      const at = held!.path;
      expect(await routes()).toEqual([at, `${at}/app`, `${at}/sub`, `${at}/sub/app`]);
    });
  });

  it('says where a project is', async () => {
    const { outer, group } = await tree('old');
    expect(await paths.ofProject(app.database, outer)).toBe('old/app');
    expect(await paths.ofNamespace(app.database, group)).toBe('old');
  });
});
