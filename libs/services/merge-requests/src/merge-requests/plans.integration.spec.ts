import { AccessLevel } from '@hearth/contract-kit';
import { planOf, withoutTotals } from '@hearth/data/testing';
import { UnassignFormerReaders } from '../contributions/unassign.js';
import { user, type FakeProject } from '../testing/fake-world.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';

const [MANY, FEW] = [10_000, 100];
const TABLES = ['merge_requests', 'merge_request_assignments', 'merge_request_versions', 'notes'];

describe('with ten thousand merge requests into a project, and ten thousand notes on one', () => {
  const app = MergeRequestsApp.inBlock();
  const developer = user(1);
  const projects: Record<number, FakeProject> = {};

  beforeAll(async () => {
    const { testDatabase: database } = app;
    for (const count of [MANY, FEW]) {
      const project = app.world.addProject();
      projects[count] = project;
      project.members.set(developer.userId, AccessLevel.developer);
      project.members.set(2, AccessLevel.reporter);
      // With versions, notes and filters as the API creates them.
      const { id } = await app.open(developer, project, { labels: 'a' });
      const { id: projectId } = project.card;
      await database.query(
        `insert into merge_requests (target_project_id, iid, source_project_id, target_branch, source_branch, title, author_id,
           latest_version_id, head_sha, merge_status, state, created_at, updated_at)
         select $1, n + 1, $1, 'main', 'topic-' || n, 'Merge ' || n, case when n % 10 = 0 then 1 else 1000 + n end,
           m.latest_version_id, m.head_sha, 'can_be_merged',
           case when n % 10 = 0 then 'opened' else 'closed' end,
           now() - n * interval '1 minute', now() - n * 13 % $2 * interval '1 minute'
         from generate_series(1, $2::int) n, merge_requests m where m.id = $3`,
        [projectId, count, id],
      );
      await database.query(
        `insert into merge_request_assignments (merge_request_id, role, user_id, project_id)
         select id, 'assignee', case when iid % 50 = 0 then 1 else 2 end, $1 from merge_requests where target_project_id = $1`,
        [projectId],
      );
      await database.query(
        `with made as (
           insert into merge_request_versions (merge_request_id, base_sha, start_sha, head_sha, state, files_count)
           select m.id, v.base_sha, v.start_sha, v.head_sha, v.state, v.files_count
           from merge_requests m join merge_request_versions v on v.id = m.latest_version_id
           where m.target_project_id = $1 and m.id <> $2 returning id, merge_request_id)
         update merge_requests m set latest_version_id = made.id from made where m.id = made.merge_request_id`,
        [projectId, id],
      );
      await database.query(
        `insert into merge_request_labels (merge_request_id, label_id)
         select m.id, held.label_id from merge_requests m, merge_request_labels held
         where m.target_project_id = $1 and m.id <> $2 and held.merge_request_id = $2`,
        [projectId, id],
      );
      await database.query(
        `insert into notes (project_id, merge_request_id, author_id, body, created_at, updated_at)
         select $1, $2, 1, 'Note ' || n, now() - n * interval '1 minute', now() - n * 13 % $3 * interval '1 minute'
         from generate_series(1, $3::int) n`,
        [projectId, id, count],
      );
    }
    await database.query('vacuum analyze');
  }, 60_000);

  /** Rows that the statements of an action read. */
  async function costOf(action: () => Promise<unknown>) {
    const sent: { text: string; values: readonly unknown[] }[] = [];
    const { database } = app;
    const prepared = database.prepared.bind(database);
    Object.assign(database, {
      prepared: (text: string, values: readonly unknown[] = []) => {
        sent.push({ text, values });
        return prepared(text, values);
      },
    });
    await action();
    Object.assign(database, { prepared });
    const plans = [];
    for (const statement of withoutTotals(sent)) plans.push(await planOf(app.testDatabase, statement));
    return {
      statements: sent.length,
      rows: plans.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
      scanned: plans.flatMap(({ scanned }) => scanned).filter((table) => TABLES.includes(table)),
      indexes: plans.flatMap(({ indexes }) => indexes),
    };
  }
  const listing = (path: string) => async () => {
    const { status, body } = await app.request(developer, 'GET', path);
    expect([status, body.length]).toEqual([200, 20]);
  };

  it.each([
    'merge_requests?',
    'merge_requests?order_by=updated_at&sort=asc',
    'merge_requests?state=closed&page=3',
    'merge_requests?labels=a',
    'merge_requests?search=merge',
    'merge_requests/1/notes?',
    'merge_requests/1/notes?order_by=updated_at&sort=asc',
    'merge_requests/1/notes?page=3',
    'merge_requests/1/discussions?',
    'merge_requests/1/discussions?page=3',
  ])('a page of %s costs as much as one of a hundred', async (path) => {
    const [many, few] = [
      await costOf(listing(`/projects/${projects[MANY]!.card.id}/${path}`)),
      await costOf(listing(`/projects/${projects[FEW]!.card.id}/${path}`)),
    ];
    expect(many.scanned).toEqual([]);
    // A list that is too long to be counted is not counted again.
    expect(many.statements).toBeLessThanOrEqual(few.statements);
    expect(few.rows).toBeGreaterThanOrEqual(20);
    expect(many.rows).toBeLessThanOrEqual(2 * few.rows);
  });

  it.each([
    'scope=created-by-me',
    'scope=all',
    'scope=all&author_id=1&order_by=updated_at',
    'scope=assigned_to_me',
    'scope=all&search=merge',
  ])('a page over all projects by %s scans no table', async (query) => {
    const { scanned, rows } = await costOf(listing(`/merge_requests?${query}`));
    expect(scanned).toEqual([]);
    expect(rows).toBeLessThanOrEqual(MANY / 10);
  });

  it('the assignees of a project are found by their index', async () => {
    const projectId = projects[MANY]!.card.id;
    const { scanned, indexes } = await costOf(() =>
      app.get(UnassignFormerReaders).execute({ projectId, userId: null }),
    );
    expect(scanned).toEqual([]);
    expect(indexes).toContain('merge_request_assignments_project');
  });
});
