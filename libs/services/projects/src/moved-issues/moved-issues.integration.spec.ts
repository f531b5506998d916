import type { Principal, ProjectId, Visibility } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

const SECRET = '0123456789abcdef0123456789abcdef';

describe('issues that are moved', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1);
  const reporter = user(2);
  const guest = user(3);
  let namespace: number;
  let seed: Seed;
  let projects = 0;

  beforeAll(async () => {
    namespace = await app.claim(owner);
    for (const person of [reporter, guest]) await app.claim(person);
    seed = new Seed(app.testDatabase);
  });

  async function newProject(visibility: Visibility = 'private'): Promise<ProjectId> {
    const project = await seed.project(namespace, `project-${++projects}`, visibility);
    await seed.projectMember(project, reporter.userId, 20);
    return project;
  }
  const at = (project: ProjectId, rest = '') => `/projects/${project}${rest}`;
  const move = (caller: Principal, from: ProjectId, to: number, iid = 1) =>
    app.request(caller, 'POST', at(from, `/issues/${iid}/move`), { to_project_id: to });

  const notes = async (project: ProjectId) =>
    (await app.request(owner, 'GET', at(project, '/issues/1/notes?sort=asc&order_by=created_at'))).body;
  const events = async (project: ProjectId) =>
    (await app.request(owner, 'GET', at(project, '/events'))).body.map(
      (event: Record<string, unknown>) => `${event['action_name']} ${event['target_type']} ${event['author_username']}`,
    );
  const open = async (project: ProjectId) => (await app.request(owner, 'GET', at(project))).body.open_issues_count;

  it('are copied with their notes, and closed', async () => {
    const [from, to] = [await newProject('internal'), await newProject()];
    await seed.projectMember(from, guest.userId, 10);
    for (const project of [from, to]) {
      await app.request(owner, 'POST', at(project, '/labels'), { name: 'bug', color: '#fff' });
      await app.request(owner, 'POST', at(project, '/milestones'), { title: 'v1' });
    }
    const [milestone] = (await app.request(owner, 'GET', at(from, '/milestones'))).body;
    const issue = {
      title: 'Sign-in fails',
      description: `As #1, !2 and a/b#3, not &#35; or \`#4\` ![x](/uploads/${SECRET}/x.png)`,
      labels: 'bug,here',
      assignee_ids: [reporter.userId, guest.userId],
      milestone_id: milestone.id,
    };
    await app.request(owner, 'POST', at(from, '/issues'), issue);
    const note = (await app.request(guest, 'POST', at(from, '/issues/1/notes'), { body: 'See #7\n```\n#8' })).body;
    await app.request(owner, 'POST', at(from, `/issues/1/notes/${note.id}/award_emoji`), { name: 'tada' });
    await app.request(guest, 'POST', at(from, '/issues/1/award_emoji'), { name: 'thumbsup' });
    const times = 'update issues set time_estimate = 3600, time_spent = 1800 where project_id = $1';
    await app.testDatabase.query(times, [from]);
    const path = `user-1/project-${projects - 1}`;

    const moved = await move(reporter, from, to);
    expect(moved.status).toBe(201);
    expect(moved.body).toMatchObject({
      iid: 1,
      project_id: to,
      title: 'Sign-in fails',
      description: `As ${path}#1, ${path}!2 and a/b#3, not &#35; or \`#4\` ![x](/-/project/${from}/uploads/${SECRET}/x.png)`,
      state: 'opened',
      labels: ['bug'],
      author: { username: 'user-1' },
      assignees: [{ username: 'user-2' }],
      user_notes_count: 1,
      upvotes: 1,
      time_stats: { time_estimate: 3600, total_time_spent: 1800 },
      moved_to_id: null,
    });
    expect(moved.body.milestone).toMatchObject({ title: 'v1', project_id: to });
    const former = (await app.request(owner, 'GET', at(from, '/issues/1'))).body;
    expect(former).toMatchObject({ state: 'closed', moved_to_id: moved.body.id, closed_by: { username: 'user-2' } });
    expect(moved.body.created_at).toBe(former.created_at);
    const copies = await notes(to);
    expect(copies.map(({ body }: { body: string }) => body)).toEqual([
      `See ${path}#7\n\`\`\`\n#8`,
      `moved from ${path}#1`,
    ]);
    expect(copies[0]).toMatchObject({ author: { username: 'user-3' }, created_at: note.created_at });
    const awards = await app.request(owner, 'GET', at(to, `/issues/1/notes/${copies[0].id}/award_emoji`));
    expect(awards.body).toMatchObject([{ name: 'tada', user: { username: 'user-1' } }]);
    // Not all readers of the former issue may know of the other project.
    expect((await notes(from)).map(({ body }: { body: string }) => body)).toEqual(['See #7\n```\n#8']);
    expect(await events(from)).toContain('closed Issue user-2');
    expect(await events(to)).toContain('opened Issue user-2');
    expect([await open(from), await open(to)]).toEqual([0, 1]);
    expect((await move(owner, from, to)).body).toEqual({
      message: 'Cannot move issue due to insufficient permissions!',
    });
  });

  it('name records of the former project to its readers only', async () => {
    const [from, to] = [await newProject(), await newProject('public')];
    const { id } = (await app.request(owner, 'POST', at(from, '/issues'), { title: 'one' })).body;
    const sha = 'a'.repeat(40);
    const named = ['mentioned in issue #7', `mentioned in commit ${sha}`, 'closed'];
    await app.testDatabase.query(
      `insert into notes (project_id, issue_id, author_id, body, system) select $1, $2, 1, unnest($3::text[]), true`,
      [from, id, named],
    );
    expect((await move(reporter, from, to)).status).toBe(201);
    const path = `user-1/project-${projects - 1}`;
    const seenBy = async (reader: Principal) =>
      (await app.request(reader, 'GET', at(to, '/issues/1/notes?sort=asc'))).body.map(
        ({ body }: { body: string }) => body,
      );
    expect(await seenBy(reporter)).toEqual([
      `mentioned in issue ${path}#7`,
      `mentioned in commit ${path}@${sha}`,
      'closed',
    ]);
    expect(await seenBy(guest)).toEqual(['closed']);
    // They keep the path that the project had.
    await app.request(owner, 'PUT', at(from), { path: 'renamed' });
    expect([await seenBy(reporter), await seenBy(guest)]).toEqual([
      expect.arrayContaining([`mentioned in issue ${path}#7`, `mentioned in commit ${path}@${sha}`]),
      ['closed'],
    ]);
  });

  it('keep the notes of a discussion together', async () => {
    const [from, to] = [await newProject(), await newProject()];
    await app.request(owner, 'POST', at(from, '/issues'), { title: 'one' });
    await app.request(owner, 'POST', at(from, '/issues/1/notes'), { body: 'alone' });
    const { id } = (await app.request(owner, 'POST', at(from, '/issues/1/discussions'), { body: 'question' })).body;
    await app.request(reporter, 'POST', at(from, `/issues/1/discussions/${id}/notes`), { body: 'answer' });
    expect((await move(reporter, from, to)).status).toBe(201);
    const { body } = await app.request(owner, 'GET', at(to, '/issues/1/discussions'));
    const bodies = body.map(({ notes }: { notes: { body: string }[] }) => notes.map((note) => note.body));
    expect(bodies).toEqual([['alone'], ['question', 'answer']]);
    expect(body[1]).toMatchObject({ individual_note: false });
    expect(body[1].id).not.toBe(id);
  });

  it('are refused without the permission in both projects', async () => {
    const [from, to] = [await newProject(), await newProject()];
    await app.request(owner, 'POST', at(from, '/issues'), { title: 'one' });
    const denied = { message: 'Cannot move issue due to insufficient permissions!' };
    expect(await move(guest, from, to)).toMatchObject({ status: 404 });
    await seed.projectMember(from, guest.userId, 10);
    expect(await move(guest, from, to)).toMatchObject({ status: 404, body: { message: '404 Project Not Found' } });
    await seed.projectMember(to, guest.userId, 20);
    expect(await move(guest, from, to)).toMatchObject({ status: 400, body: denied });
    expect(await move(reporter, from, to, 9)).toMatchObject({ status: 404, body: { message: '404 Not found' } });
    expect(await move(reporter, from, from)).toMatchObject({
      status: 400,
      body: { message: 'Cannot move issue to project it originates from!' },
    });
    expect((await app.request(owner, 'GET', at(to, '/issues'))).body).toEqual([]);
  });

  it('stay where they are with too many notes', async () => {
    const [from, to] = [await newProject(), await newProject()];
    const { id } = (await app.request(owner, 'POST', at(from, '/issues'), { title: 'one' })).body;
    await app.testDatabase.query(
      `insert into notes (project_id, issue_id, author_id, body) select $1, $2, 1, 'x' from generate_series(1, 10001)`,
      [from, id],
    );
    expect(await move(reporter, from, to)).toMatchObject({
      status: 400,
      body: { message: 'Cannot move issue with more than 10000 notes!' },
    });
  });
});
