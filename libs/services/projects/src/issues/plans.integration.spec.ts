import { AccessLevel, type ProjectId } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { genericPlanOf, planOf, withoutTotals, type Statement } from '../testing/plans.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

const [MANY, FEW] = [10_000, 100];

describe('with ten thousand issues in a project, and ten thousand notes on an issue', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1);
  const projects: Record<number, ProjectId> = {};
  let group: number;

  beforeAll(async () => {
    await app.claim(owner);
    const { testDatabase: database } = app;
    const seed = new Seed(database);
    group = await seed.group('group');
    await seed.namespaceMember(group, owner.userId, AccessLevel.owner);
    for (const count of [MANY, FEW]) {
      const project = await seed.project(group, `with-${count}`, 'private');
      projects[count] = project;
      const issues = `insert into issues (project_id, iid, author_id, title, confidential, due_date, created_at, updated_at)
        select $1, n, 1, 'Issue ' || n, n % 7 = 0, case when n % 3 = 0 then date '2026-01-01' + n end, now() - n * interval '1 minute', now() - n * 13 % $2 * interval '1 minute'
        from generate_series(1, $2::int) n`;
      await database.query(issues, [project, count]);
      await database.query(
        `insert into labels (project_id, name, color, priority) values ($1, 'a', '#fff', null), ($1, 'oldest', '#fff', 1)`,
        [project],
      );
      await database.query(
        `with planned as (insert into milestones (project_id, iid, title, due_date)
           select $1, n, 'Milestone ' || n, case when n < 6 then date '2026-01-01' + n end from generate_series(1, 6) n returning id, iid)
         update issues i set milestone_id = planned.id from planned where project_id = $1 and i.iid <= 60 and planned.iid = 1 + i.iid % 6`,
        [project],
      );
      await database.query(
        `insert into issue_labels (issue_id, label_id) select i.id, l.id from issues i join labels l using (project_id)
         where project_id = $1 and (l.name = 'a' or i.iid > $2 - 20)`,
        [project, count],
      );
      await database.query(
        `insert into notes (project_id, issue_id, author_id, body, type, created_at, updated_at)
         select i.project_id, i.id, 1, 'Note ' || n, case when n % 2 = 0 then 'DiscussionNote' end, now() - n * interval '1 minute', now() - n * 13 % $2 * interval '1 minute'
         from issues i cross join generate_series(1, $2::int) n where i.project_id = $1 and i.iid = 1`,
        [project, count],
      );
      // The usual issue has few notes: a plan that does not know the issue expects no more.
      await database.query(
        `insert into notes (project_id, issue_id, author_id, body) select project_id, id, 1, 'Alone' from issues where project_id = $1 and iid > 1`,
        [project],
      );
    }
    // The usual project has few issues too.
    await database.query(
      `with small as (insert into projects (namespace_id, path, name, visibility, creator_id)
         select $1, 'small-' || n, 'small-' || n, 'private', 1 from generate_series(1, 200) n returning id)
       insert into issues (project_id, iid, author_id, title) select id, 1, 1, 'Alone' from small`,
      [await seed.group('others')],
    );
    await database.query('vacuum analyze');
  }, 60_000);

  /** Statements that a request for a page sends to PostgreSQL. */
  async function statementsOf(path: string): Promise<Statement[]> {
    const sent: Statement[] = [];
    const { database } = app;
    const prepared = database.prepared.bind(database);
    Object.assign(database, {
      prepared: (text: string, values: readonly unknown[] = []) => {
        sent.push({ text, values });
        return prepared(text, values);
      },
    });
    const { status, body } = await app.request(owner, 'GET', path);
    Object.assign(database, { prepared });
    expect(status).toBe(200);
    if (path.includes('issues?') || path.includes('issues/')) expect(body).toHaveLength(20);
    return sent;
  }

  /** Number of statements that a request sends to PostgreSQL, and of the rows that they read. */
  async function costOf(path: string): Promise<{ statements: number; rows: number; scanned: string[] }> {
    const sent = await statementsOf(path);
    const plans = [];
    for (const statement of withoutTotals(sent)) plans.push(await planOf(app.testDatabase, statement));
    return {
      statements: sent.length,
      rows: plans.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
      scanned: plans.flatMap(({ scanned }) => scanned).filter((table) => ['issues', 'notes'].includes(table)),
    };
  }

  it.each([
    'issues?',
    'issues?order_by=updated_at&sort=asc',
    'issues?state=opened&page=5',
    'issues?labels=a',
    'issues?labels=oldest',
    'issues?labels=a,oldest',
    'issues?search=issue',
    'issues?search=issue&order_by=updated_at&sort=asc&page=2',
    'issues?not[labels]=b&confidential=false&with_labels_details=true',
    'issues?order_by=due_date',
    'issues?order_by=due_date&sort=asc',
    ...['title', 'popularity', 'milestone_due', 'label_priority', 'priority'].flatMap((order) => [
      `issues?order_by=${order}`,
      `issues?order_by=${order}&sort=asc&page=3`,
    ]),
    'issues/1/notes?',
    'issues/1/notes?order_by=updated_at&sort=asc',
    'issues/1/notes?page=5',
    'issues/1/discussions?',
    'issues/1/discussions?page=5',
  ])('a page of %s costs as much as one of a hundred', async (path) => {
    const many = await costOf(`/projects/${projects[MANY]}/${path}`);
    const few = await costOf(`/projects/${projects[FEW]}/${path}`);
    expect(many.scanned).toEqual([]);
    // The number of a searched list of many rows is remembered.
    expect(many.statements).toBeLessThanOrEqual(few.statements);
    expect(few.rows).toBeGreaterThanOrEqual(20);
    expect(many.rows).toBeLessThanOrEqual(2 * few.rows);
  });

  it('issues are counted from an index alone', async () => {
    const sent = await statementsOf(`/projects/${projects[FEW]}/issues_statistics`);
    const { indexes } = await planOf(
      app.testDatabase,
      sent.find(({ text }) => text.includes('from issues i'))!,
    );
    expect(indexes).toEqual(['issues_ids']);
  });

  it("a page of a group's issues by a text walks a part of them", async () => {
    const { rows, scanned } = await costOf(`/groups/${group}/issues?search=issue`);
    expect(scanned).toEqual([]);
    expect(rows).toBeLessThanOrEqual(MANY / 3);
  });

  it('a page of the issues of many projects by a text walks twenty thousand at most', async () => {
    const seed = new Seed(app.testDatabase);
    const many = await seed.group('many');
    const ids: ProjectId[] = [];
    for (let n = 0; n < 50; n++) ids.push(await seed.project(many, `one-${n}`, 'public'));
    await app.testDatabase.query(
      `insert into issues (project_id, iid, author_id, title)
       select id, n, 1, 'Usual' from unnest($1::bigint[]) id, generate_series(1, 500) n`,
      [ids],
    );
    await app.testDatabase.query('analyze issues, projects');
    const { rows, scanned } = await costOf(`/groups/${many}/issues?search=usual`);
    expect(scanned).toEqual([]);
    expect(rows).toBeLessThan(22_000);
  });

  it('a kept plan of discussions compares no notes with each other', async () => {
    const sent = await statementsOf(`/projects/${projects[MANY]}/issues/1/discussions?page=50`);
    const plans = [];
    for (const each of sent.filter(({ text }) => text.includes('from notes')))
      plans.push(await genericPlanOf(app.testDatabase, each));
    const [page, notes] = plans;
    expect(plans.flatMap(({ scanned }) => scanned)).toEqual([]);
    expect(page!.rowsRead).toBeLessThanOrEqual(2 * MANY);
    expect(page!.pairsDiscarded).toBe(0);
    expect(notes!.rowsRead).toBe(20);
  });
});
