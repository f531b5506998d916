import type { ProjectId, UserId } from '@hearth/contract-kit';
import { ResolveAccessQuery } from '@hearth/projects-contracts';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';
import { MembersFinder } from './members.finder.js';
import type { MemberSource } from './membership.rules.js';

const USERS = Array.from({ length: 12 }, (_, index) => (index + 1) as UserId);
const LEVELS = [10, 20, 30, 40, 50];
/** Days until a membership expires: never, never, tomorrow, in 30 days, today, two days ago. */
const ENDS = [undefined, undefined, 1, 30, 0, -2];

/** Pseudo-random numbers below a bound, the same in every run (Park and Miller's generator). */
function randomly(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % bound;
  };
}

describe('lists of all members, and what every service is told', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  const sources: MemberSource[] = [];

  beforeAll(async () => {
    database = app.testDatabase;
    const below = randomly(20_180_115);
    const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;
    const seed = new Seed(database);
    const own = [];
    for (const id of USERS) own.push(await app.claim(user(id)));
    const groups: { id: number; ancestors: number[] }[] = [];
    for (let number = 0; number < 12; number++) {
      const parent = number < 3 ? undefined : pick(groups);
      const ancestors = parent ? [...parent.ancestors, parent.id] : [];
      groups.push({ id: await seed.group(`g${number}`, 'private', ancestors), ancestors });
    }
    for (const { id } of groups) {
      sources.push({ kind: 'group', id });
      for (const userId of USERS) if (below(4) === 0) await seed.namespaceMember(id, userId, pick(LEVELS), pick(ENDS));
    }
    for (let number = 0; number < 12; number++) {
      const around = number < 3 ? pick(own) : pick(groups).id;
      const id = await seed.project(around, `p${number}`, 'private');
      sources.push({ kind: 'project', id });
      for (const userId of USERS) if (below(5) === 0) await seed.projectMember(id, userId, pick(LEVELS), pick(ENDS));
      for (const group of groups) if (below(5) === 0) await share(id, group.id, pick([10, 20, 30, 40]), pick(ENDS));
    }
  });

  function share(project: ProjectId, group: number, level: number, days: number | undefined): Promise<unknown> {
    return database.query(
      `insert into project_group_links (project_id, group_id, level, expires_at)
       values ($1, $2, $3, (now() at time zone 'utc')::date + $4::int)`,
      [project, group, level, days ?? null],
    );
  }

  /** Levels of every user in every project and group; 0 without one. */
  async function told(): Promise<number[][]> {
    const projects = sources.flatMap(({ kind, id }) => (kind === 'project' ? [{ id: id as ProjectId }] : []));
    const groups = sources.flatMap(({ kind, id }) => (kind === 'group' ? [{ id }] : []));
    const answers: number[][] = [];
    for (const id of USERS) {
      const asked = { projects, groups, user: { id, admin: false, external: false } };
      const answer = await app.calls.query(ResolveAccessQuery, asked);
      answers.push([...answer.groups!, ...answer.projects].map((access) => access?.level ?? 0));
    }
    return sources.map((_, index) => answers.map((levels) => levels[index]!));
  }

  it('agree on every level', async () => {
    const finder = app.get(MembersFinder);
    const listed = [];
    for (const source of sources) {
      const { items } = await finder.page(app.database, source, 'all', {}, { page: 1, perPage: 100 });
      listed.push(USERS.map((userId) => items.find(({ id }) => id === userId)?.level ?? 0));
    }
    expect(listed).toEqual(await told());
    // The random memberships cover every level.
    expect(new Set(listed.flat())).toEqual(new Set([0, ...LEVELS]));
  });

  it('agree page by page and user by user', async () => {
    const finder = app.get(MembersFinder);
    for (const source of sources) {
      const { items: whole } = await finder.page(app.database, source, 'all', {}, { page: 1, perPage: 100 });
      const paged = [];
      for (let page = 1; page <= 5; page++) {
        const { items, total } = await finder.page(app.database, source, 'all', {}, { page, perPage: 3 });
        paged.push(...items);
        expect(total).toBe(whole.length);
      }
      expect(paged).toEqual(whole);
      for (const userId of USERS) {
        const one = await finder.one(app.database, source, 'all', userId);
        expect(one).toEqual(whole.find(({ id }) => id === userId));
      }
    }
  });
});
