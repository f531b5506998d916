import type { ProjectId } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import { whileHeld } from '../testing/while-held.js';

describe('writes of one issue at the same time', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1);
  let namespace: number;
  let projects = 0;

  beforeAll(async () => {
    namespace = await app.claim(owner);
  });

  /** An open issue in its own project, whose rows the spec's connection may lock. */
  async function newIssue(): Promise<{ path: string; project: ProjectId; hold: readonly string[] }> {
    const project = await new Seed(app.testDatabase).project(namespace, `p${++projects}`, 'private');
    const { body } = await app.request(owner, 'POST', `/projects/${project}/issues`, { title: 'one' });
    const hold = ['begin', `select from issues where id = ${body.id} for update`];
    return { path: `/projects/${project}/issues/${body.iid}`, project, hold };
  }

  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => async () =>
    (await app.request(owner, method, path, body)).status;
  const rowsOf = (project: ProjectId) =>
    app.testDatabase.query(
      `select (select count(*)::int from issues where project_id = $1) as issues,
         (select count(*)::int from notes where project_id = $1) as notes,
         (select open_issues_count::int from projects where id = $1) as open`,
      [project],
    );

  it('leave nothing behind when it is deleted', async () => {
    const { path, project, hold } = await newIssue();
    const writes = [
      send('DELETE', path),
      ...[1, 2, 3].map((number) => send('POST', `${path}/notes`, { body: `note ${number}` })),
      send('PUT', path, { state_event: 'close', labels: 'a' }),
      send('POST', `${path}/award_emoji`, { name: 'tada' }),
      send('POST', `${path}/unsubscribe`),
      send('DELETE', path),
    ];
    const statuses = await whileHeld(app.testDatabase, hold, writes, 'commit');
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    for (const status of statuses) expect([200, 201, 204, 404]).toContain(status);
    expect(await rowsOf(project)).toEqual([{ issues: 0, notes: 0, open: 0 }]);
  });

  it('are refused once it was deleted before them', async () => {
    const { path, project, hold } = await newIssue();
    const writes = [send('POST', `${path}/notes`, { body: 'late' }), send('PUT', path, { title: 'late' })];
    const deleted = [...hold, `delete from issues where project_id = ${project}`];
    expect(await whileHeld(app.testDatabase, deleted, writes, 'commit')).toEqual([404, 404]);
    expect(await rowsOf(project)).toMatchObject([{ issues: 0, notes: 0 }]);
  });

  it('each count once', async () => {
    const { path, project, hold } = await newIssue();
    const close = send('PUT', path, { state_event: 'close' });
    const notes = [1, 2, 3].map((number) => send('POST', `${path}/notes`, { body: `note ${number}` }));
    const statuses = await whileHeld(app.testDatabase, hold, [close, close, ...notes], 'commit');
    expect(statuses.toSorted()).toEqual([200, 200, 201, 201, 201]);
    // Only one of the requests closed it.
    expect(await rowsOf(project)).toEqual([{ issues: 1, notes: 4, open: 0 }]);
    expect((await app.request(owner, 'GET', path)).body).toMatchObject({ state: 'closed', user_notes_count: 3 });
  });

  it('of different fields both stay', async () => {
    const { path, hold } = await newIssue();
    const writes = [send('PUT', path, { title: 'new' }), send('PUT', path, { description: 'text', labels: 'a' })];
    expect(await whileHeld(app.testDatabase, hold, writes, 'commit')).toEqual([200, 200]);
    expect((await app.request(owner, 'GET', path)).body).toMatchObject({
      ...{ title: 'new', description: 'text', labels: ['a'] },
    });
  });
});
