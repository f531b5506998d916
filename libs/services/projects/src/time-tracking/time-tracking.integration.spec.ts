import type { Principal } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

const NONE = { time_estimate: 0, total_time_spent: 0, human_time_estimate: null, human_total_time_spent: null };

describe('times of issues', () => {
  const app = ProjectsApp.inBlock();
  const [owner, reporter, guest] = [1, 2, 3].map((id) => user(id)) as [Principal, Principal, Principal];
  let project: number;

  beforeAll(async () => {
    const namespace = await app.claim(owner);
    for (const person of [reporter, guest]) await app.claim(person);
    const seed = new Seed(app.testDatabase);
    const id = await seed.project(namespace, 'project', 'private');
    await seed.projectMember(id, reporter.userId, 20);
    await seed.projectMember(id, guest.userId, 10);
    project = id;
  });

  async function newIssue(fields: object = {}): Promise<string> {
    const { body } = await app.request(guest, 'POST', `/projects/${project}/issues`, { title: 'one', ...fields });
    return `/projects/${project}/issues/${body.iid}`;
  }
  const post = (caller: Principal | null, issue: string, rest: string, fields: object = {}) =>
    app.request(caller, 'POST', `${issue}/${rest}`, fields);
  const read = async (issue: string, rest: string) => (await app.request(guest, 'GET', `${issue}${rest}`)).body;

  it('are estimated, spent and reset, each with a note', async () => {
    const issue = await newIssue();
    expect(await read(issue, '/time_stats')).toEqual(NONE);
    const estimated = { ...NONE, time_estimate: 12_600, human_time_estimate: '3h 30m' };
    expect(await post(reporter, issue, 'time_estimate', { duration: '3h30m' })).toMatchObject({
      ...{ status: 200, body: estimated },
    });
    const spent = { ...estimated, total_time_spent: 3_600, human_total_time_spent: '1h' };
    expect((await post(reporter, issue, 'add_spent_time', { duration: '1h30m' })).status).toBe(201);
    expect((await post(reporter, issue, 'add_spent_time', { duration: '-30m' })).body).toEqual(spent);
    expect((await read(issue, '')).time_stats).toEqual(spent);
    expect(await read(issue, '/time_stats')).toEqual(spent);
    const reset = { ...NONE, total_time_spent: 3_600, human_total_time_spent: '1h' };
    expect(await post(reporter, issue, 'reset_time_estimate')).toMatchObject({ status: 200, body: reset });
    expect(await post(reporter, issue, 'reset_spent_time')).toMatchObject({ status: 200, body: NONE });
    const notes = (await read(issue, '/notes?sort=asc')).map(({ body }: { body: string }) => body);
    const day = expect.stringMatching(/ of time spent at \d{4}-\d{2}-\d{2}$/) as string;
    expect(notes).toEqual(['changed time estimate to 3h 30m', day, day, 'removed time estimate', 'removed time spent']);
  });

  it('are changed by the quick actions of those who manage issues', async () => {
    const issue = await newIssue({ description: '/estimate 1h' });
    expect((await read(issue, '')).time_stats).toEqual(NONE);
    const answer = await post(reporter, issue, 'notes', { body: '/estimate 2h\n/spend 1h' });
    expect([answer.status, answer.body.summary]).toEqual([202, ['Set time estimate to 2h.', 'Added 1h spent time.']]);
    expect(await read(issue, '/time_stats')).toMatchObject({ time_estimate: 7_200, total_time_spent: 3_600 });
    expect((await post(reporter, issue, 'notes', { body: '/spend -2h' })).status).toBe(201);
    expect((await post(guest, issue, 'notes', { body: '/spend 1h' })).status).toBe(201);
    expect(await read(issue, '/time_stats')).toMatchObject({ total_time_spent: 3_600 });
  });

  it.each([
    ['time_estimate', {}, { error: 'duration is missing' }],
    ['time_estimate', { duration: 'soon' }, { error: 'duration is invalid' }],
    ['time_estimate', { duration: '-1h' }, { error: 'duration is invalid' }],
    ['add_spent_time', { duration: '1h', summary: 'Talk' }, { error: 'summary is not supported' }],
    ['add_spent_time', { duration: '-1h' }, { message: { base: ['Time to subtract exceeds the total time spent'] } }],
  ])('are not changed by %s of %j', async (rest, fields, body) => {
    expect(await post(reporter, await newIssue(), rest, fields)).toMatchObject({ status: 400, body });
  });

  it('are changed by reporters and above', async () => {
    const issue = await newIssue();
    expect((await post(guest, issue, 'time_estimate', { duration: '1h' })).status).toBe(403);
    expect((await post(null, issue, 'reset_spent_time')).status).toBe(401);
    expect((await post(reporter, `${issue}9`, 'reset_spent_time')).status).toBe(404);
  });
});
