import type { Method } from '@hearth/testing';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('resource events of issues', () => {
  const app = ProjectsApp.inBlock();
  const [owner, guest] = [user(1), user(2)];
  let namespace: number;
  let projects = 0;

  beforeAll(async () => {
    namespace = await app.claim(owner);
    await app.claim(guest);
  });

  const send = async (method: Method, path: string, fields?: object) => {
    const { status, body } = await app.request(owner, method, path, fields);
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const get = async (path: string) => (await app.request(owner, 'GET', path)).body;

  async function newProject(): Promise<string> {
    const seed = new Seed(app.testDatabase);
    const id = await seed.project(namespace, `project-${++projects}`, 'private');
    await seed.projectMember(id, guest.userId, 10);
    return `/projects/${id}`;
  }

  async function newIssue(project: string, fields: object = {}): Promise<string> {
    const { iid } = await send('POST', `${project}/issues`, { title: 'one', ...fields });
    return `${project}/issues/${iid}`;
  }

  it('have the added and removed labels, also those of a new issue', async () => {
    const project = await newProject();
    const [bug, feature] = await Promise.all(
      ['bug', 'feature'].map((name) =>
        send('POST', `${project}/labels`, { name, color: '#ff0000', description: name }),
      ),
    );
    const issue = await newIssue(project, { labels: 'bug' });
    await send('PUT', issue, { labels: 'feature' });
    await send('PUT', issue, { title: 'two' });
    const events = await get(`${issue}/resource_label_events`);
    const event = (action: string, { id, name }: { id: number; name: string }) => ({
      id: expect.any(Number) as number,
      user: expect.objectContaining({ id: owner.userId, web_url: expect.any(String) as string }) as object,
      created_at: expect.any(String) as string,
      resource_type: 'Issue',
      resource_id: expect.any(Number) as number,
      label: { id, name, color: '#ff0000', description: name },
      action,
    });
    expect(events).toEqual([event('add', bug), event('add', feature), event('remove', bug)]);
    expect(await get(`${issue}/resource_label_events/${events[1].id}`)).toEqual(events[1]);
    expect(await get(`${issue}/resource_label_events?per_page=1&page=3`)).toEqual([events[2]]);
    await send('DELETE', `${project}/labels/${bug.id}`);
    expect((await get(`${issue}/resource_label_events/${events[0].id}`)).label).toBeNull();
  });

  it('have the milestone and the state', async () => {
    const project = await newProject();
    const milestone = await send('POST', `${project}/milestones`, { title: 'v1' });
    const issue = await newIssue(project, { milestone_id: milestone.id });
    await send('PUT', issue, { state_event: 'close', milestone_id: 0 });
    await send('PUT', issue, { state_event: 'reopen' });
    const milestones = await get(`${issue}/resource_milestone_events`);
    expect(milestones).toMatchObject([
      { resource_type: 'Issue', milestone, action: 'add', state: 'opened' },
      { milestone: { id: milestone.id }, action: 'remove', state: 'closed' },
    ]);
    expect(await get(`${issue}/resource_milestone_events/${milestones[0].id}`)).toEqual(milestones[0]);
    const states = await get(`${issue}/resource_state_events`);
    expect(states.map(({ state }: { state: string }) => state)).toEqual(['closed', 'reopened']);
    expect(await get(`${issue}/resource_state_events/${states[1].id}`)).toEqual(states[1]);
  });

  it('are recorded where quick actions make the change', async () => {
    const issue = await newIssue(await newProject());
    await send('POST', `${issue}/notes`, { body: '/close' });
    expect(await get(`${issue}/resource_state_events`)).toMatchObject([
      { user: { id: owner.userId }, state: 'closed' },
    ]);
  });

  it('begin with the present labels in the project that an issue is moved to', async () => {
    const [from, to] = [await newProject(), await newProject()];
    for (const project of [from, to]) await send('POST', `${project}/labels`, { name: 'bug', color: '#00ff00' });
    const issue = await newIssue(from, { labels: 'bug' });
    const moved = await send('POST', `${issue}/move`, { to_project_id: Number(to.split('/')[2]) });
    const labels = await get(`${to}/labels`);
    expect(await get(`${to}/issues/${moved.iid}/resource_label_events`)).toMatchObject([
      { resource_id: moved.id, label: { id: labels[0].id }, action: 'add' },
    ]);
    expect(await get(`${issue}/resource_state_events`)).toMatchObject([{ state: 'closed' }]);
  });

  it('are visible to readers of the issue only', async () => {
    const project = await newProject();
    const issue = await newIssue(project, { confidential: true });
    await send('PUT', issue, { state_event: 'close' });
    const [event] = await get(`${issue}/resource_state_events`);
    const other = await newIssue(project);
    const missing = { status: 404, body: { message: '404 Not found' } };
    expect(await app.request(guest, 'GET', `${issue}/resource_state_events`)).toMatchObject({ status: 404 });
    expect(await app.request(guest, 'GET', `${issue}/resource_state_events/${event.id}`)).toMatchObject({
      status: 404,
    });
    expect((await app.request(guest, 'GET', `${other}/resource_state_events`)).body).toEqual([]);
    expect(await app.request(guest, 'GET', `${other}/resource_state_events/${event.id}`)).toMatchObject(missing);
    expect(await app.request(owner, 'GET', `${issue}/resource_label_events/${event.id}`)).toMatchObject(missing);
    expect((await app.request(null, 'GET', `${other}/resource_state_events`)).status).toBe(401);
  });
});
