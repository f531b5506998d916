import type { PoolClient } from 'pg';
import type { Tx } from '@hearth/data';
import { until } from '@hearth/data/testing';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';
import type { PathConflict } from './path-conflict.rules.js';
import { PathsStore, type Taker } from './paths.store.js';

/** The lock that creating a record inside the namespace takes. */
const LOCK = 'select n.id from projects.namespaces n';

class Conflict extends Error {
  constructor(readonly kind: PathConflict) {
    super(kind);
  }
}

describe('PathsStore', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  let paths: PathsStore;
  const admin = user(1, { username: 'root', admin: true });

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    paths = app.get(PathsStore);
  });

  afterEach(() => database.query('truncate namespaces cascade'));

  const tx = <T>(work: (running: Tx) => Promise<T>) => app.database.tx(work);

  /** A group with a subgroup and projects in both. */
  async function tree(path: string) {
    const group = await seed.group(path);
    const below = await seed.group('sub', 'private', [group]);
    const outer = await seed.project(group, 'app', 'private');
    const inner = await seed.project(below, 'app', 'private');
    return { group, below, outer, inner };
  }

  const SOMEBODY = { admin: false };
  const ADMIN = { admin: true };

  /** Commits unless there is a conflict, as every caller of the store does. */
  const committed = (work: (running: Tx) => Promise<PathConflict | undefined>): Promise<PathConflict | undefined> =>
    tx<undefined>(async (running) => {
      const conflict = await work(running);
      if (conflict) throw new Conflict(conflict);
    }).catch((error: unknown) => {
      if (error instanceof Conflict) return error.kind;
      throw error;
    });

  const move = (id: number, from: string, to: string, taker = SOMEBODY) =>
    committed(async (running) => {
      await paths.lockTree(running, id);
      return paths.move(running, from, to, taker);
    });

  /** Gives a path to a new group. */
  async function arrive(path: string, taker = SOMEBODY): Promise<PathConflict | undefined> {
    const fresh = await seed.group(`fresh-${path}`);
    await database.query('delete from routes where namespace_id = $1', [fresh]);
    return committed((running) => paths.take(running, path, { namespaceId: fresh }, taker));
  }

  /** Path of each reservation, and the present path of its owner. */
  async function reserved(): Promise<string[]> {
    const rows = await database.query<{ line: string }>(
      `select reserved.path || ' for ' || coalesce(now.path, '') as line
       from reserved_paths reserved left join routes now using (namespace_id) order by reserved.path`,
    );
    return rows.map(({ line }) => line);
  }

  async function routes(): Promise<string[]> {
    const rows = await database.query<{ path: string }>('select path from routes order by path');
    return rows.map(({ path }) => path);
  }

  async function redirects(): Promise<string[]> {
    const rows = await database.query<{ path: string }>('select path from redirects order by path');
    return rows.map(({ path }) => path);
  }

  const waits = () => until('the move waits', async () => (await database.lockWaits()) === 1);

  const leadsTo = (path: string) => paths.movedProject(app.database, path);

  it('moves a whole tree, and nothing beside it that only begins alike', async () => {
    const { group, outer, inner } = await tree('old');
    for (const near of ['old-er', 'old0', 'older', 'ol', 'old.x']) await seed.group(near);
    expect(await move(group, 'old', 'New')).toBeUndefined();
    expect(await routes()).toEqual([
      ...['New', 'New/app', 'New/sub', 'New/sub/app', 'ol', 'old-er', 'old.x', 'old0', 'older'],
    ]);
    expect(await redirects()).toEqual(['old/app', 'old/sub/app']);
    expect(await reserved()).toEqual(['old for New', 'old/sub for New/sub']);
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
    expect(await move(group, 'old', 'OLD')).toBeUndefined();
    expect(await routes()).toEqual(['OLD', 'OLD/app', 'OLD/sub', 'OLD/sub/app']);
    expect([await redirects(), await reserved()]).toEqual([[], []]);
  });

  it('moves nothing when one path anywhere in the tree is held', async () => {
    const { group } = await tree('old');
    await seed.group('held');
    expect(await move(group, 'old', 'HELD')).toBe('taken');
    expect(await routes()).toEqual(['held', 'old', 'old/app', 'old/sub', 'old/sub/app']);
    expect([await redirects(), await reserved()]).toEqual([[], []]);
  });

  it('goes back and forth without leading in circles', async () => {
    const { group, outer } = await tree('one');
    await move(group, 'one', 'two');
    await move(group, 'two', 'one');
    expect(await redirects()).toEqual(['two/app', 'two/sub/app']);
    expect(await reserved()).toEqual(['two for one', 'two/sub for one/sub']);
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

  it('reserves what was left, with all below, whatever the case', async () => {
    const { group } = await tree('old');
    await move(group, 'old', 'new');
    const other = await tree('other');
    expect(await move(other.group, 'other', 'OLD')).toBe('reserved');
    expect([await arrive('Old'), await arrive('old/sub')]).toEqual(['reserved', 'reserved']);
    expect(await reserved()).toEqual(['old for new', 'old/sub for new/sub']);
    expect(await move(group, 'new', 'old')).toBeUndefined();
    expect(await reserved()).toEqual(['new for old', 'new/sub for old/sub']);
  });

  it('reserves a path for the group that left it, not for those around or beside it', async () => {
    const { group, below } = await tree('old');
    const beside = await seed.group('beside', 'private', [group]);
    await move(below, 'old/sub', 'old/moved');
    expect(await move(beside, 'old/beside', 'old/SUB')).toBe('reserved');
    expect(await arrive('old/sub')).toBe('reserved');
    await move(group, 'old', 'new');
    expect(await move(beside, 'new/beside', 'new/sub')).toBeUndefined();
    expect(await move(group, 'new', 'old')).toBe('reserved');
    expect(await move(group, 'new', 'old', ADMIN)).toBeUndefined();
    expect(await move(beside, 'old/sub', 'old/beside')).toBeUndefined();
    expect(await move(below, 'old/moved', 'old/sub')).toBe('reserved');
  });

  it('lets projects take no reserved path either', async () => {
    const { group, below, outer } = await tree('old');
    await move(below, 'old/sub', 'old/moved');
    const late = await seed.project(group, 'late', 'private');
    await database.query('delete from routes where project_id = $1', [late]);
    const take = (taker: { admin: boolean }) =>
      committed((running) => paths.take(running, 'old/SUB', { projectId: late }, taker));
    expect(await take(SOMEBODY)).toBe('reserved');
    expect(await committed((running) => paths.move(running, 'old/app', 'old/sub', SOMEBODY))).toBe('reserved');
    expect(await paths.ofProject(app.database, outer)).toBe('old/app');
    expect(await take(ADMIN)).toBeUndefined();
    expect(await reserved()).toEqual([]);
  });

  it('gives what was left to an admin, with all below, and redirects from there no more', async () => {
    const { group } = await tree('old');
    await move(group, 'old', 'new');
    const other = await tree('other');
    expect(await move(other.group, 'other', 'old', ADMIN)).toBeUndefined();
    expect(await redirects()).toEqual(['other/app', 'other/sub/app']);
    expect(await reserved()).toEqual(['other for old', 'other/sub for old/sub']);
    expect(await leadsTo('old/sub/app')).toBeUndefined();
    await move(other.group, 'old', 'elsewhere');
    expect(await move(group, 'new', 'old')).toBe('reserved');
  });

  it('takes a free path once, and clears what redirected from it and from below', async () => {
    const { group } = await tree('old');
    await move(group, 'old', 'new');
    expect(await arrive('NEW', ADMIN)).toBe('taken');
    expect([...(await redirects()), ...(await reserved())]).toHaveLength(4);
    expect(await arrive('Old', ADMIN)).toBeUndefined();
    expect([await redirects(), await reserved()]).toEqual([[], []]);
  });

  it('forgets the old paths of what is deleted', async () => {
    const { group, inner } = await tree('old');
    await move(group, 'old', 'new');
    await database.query('delete from projects where id = $1', [inner]);
    expect(await redirects()).toEqual(['old/app']);
  });

  it('frees what a group left that is deleted', async () => {
    const { group, below, outer, inner } = await tree('old');
    await move(group, 'old', 'new');
    await database.query('delete from projects where id in ($1, $2)', [outer, inner]);
    await database.query('delete from namespaces where id in ($1, $2)', [group, below]);
    expect(await reserved()).toEqual([]);
    expect(await arrive('old')).toBeUndefined();
  });

  it('knows nothing of a tree that is gone', async () => {
    expect(await tx<boolean>((running) => paths.lockTree(running, 4711))).toBe(false);
  });

  describe('while others work in the same tree', () => {
    it('shows parallel creations one path or the other, whole', async () => {
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
        expect(await moving).toBeUndefined();
        expect((await routes()).filter((path) => !path.startsWith('new'))).toEqual([]);
      } finally {
        for (const client of [makesGroup, holdsLast, makesProject]) client!.release();
      }
    });

    it.each([
      ['moves there', async (path: string, taker: Taker) => move(await seed.group('other'), 'other', path, taker)],
      ['is new', (path: string, taker: Taker) => arrive(path, taker)],
    ])('reserves a path that is left while a request waits for it that %s', async (_, wanted) => {
      for (const taker of [SOMEBODY, ADMIN]) {
        const { group } = await tree('old');
        let arriving: Promise<PathConflict | undefined> | undefined;
        await tx(async (running) => {
          await paths.lockTree(running, group);
          await paths.move(running, 'old', 'new', SOMEBODY);
          arriving = wanted('OLD', taker);
          await waits();
        });
        expect(await arriving).toBe(taker.admin ? undefined : 'reserved');
        const left = [...(await redirects()), ...(await reserved())].filter((each) => /^old/i.test(each));
        expect(left).toHaveLength(taker.admin ? 0 : 4);
        await database.query('truncate namespaces cascade');
      }
    });

    it('gives a path back, or to an admin, when both want it at once', async () => {
      const { group } = await tree('old');
      await move(group, 'old', 'new');
      const outcomes = await Promise.all([
        move(group, 'new', 'old'),
        arrive('OLD', ADMIN),
        ...['x', 'y'].map(async (path) => move(await seed.group(path), path, 'Old')),
      ]);
      expect(outcomes.filter((each) => each === undefined)).toHaveLength(1);
      expect(outcomes.slice(2)).not.toContain(undefined);
      const old = (await routes()).filter((path) => path.toLowerCase() === 'old');
      expect(old).toHaveLength(1);
    });

    it('gives a path to one of those who move there at once', async () => {
      const groups = await Promise.all(['a', 'b', 'c', 'd'].map((path) => seed.group(path)));
      const moved = await Promise.all(groups.map((id, index) => move(id, 'abcd'[index]!, 'goal')));
      expect(moved.filter((each) => each === undefined)).toHaveLength(1);
      expect(await routes()).toHaveLength(4);
      expect(await routes()).toContain('goal');
    });

    it('keeps moves of one tree one after the other', async () => {
      const { group } = await tree('start');
      const locked = (to: string) =>
        committed(async (running) => {
          await paths.lockTree(running, group);
          return paths.move(running, await paths.ofNamespace(running, group), to, SOMEBODY);
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
