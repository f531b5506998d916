import { mergeScene, author, developer, guest, type Body } from '../testing/merge-scene.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';

describe('times of merge requests', () => {
  const app = MergeRequestsApp.inBlock();
  const scene = mergeScene(app);
  const at = (mr: Body, rest: string) => `/projects/${mr.project_id}/merge_requests/${mr.iid}/${rest}`;

  it('are estimated and spent by developers, each with a note', async () => {
    const { mr } = await scene.opened();
    const post = (rest: string, fields: object, caller = developer) =>
      app.request(caller, 'POST', at(mr, rest), fields);
    expect((await post('time_estimate', { duration: '1w 1d' })).status).toBe(200);
    expect((await post('add_spent_time', { duration: '1h' })).status).toBe(201);
    const times = { time_estimate: 172_800, human_time_estimate: '1w 1d', total_time_spent: 3_600 };
    expect((await app.request(author, 'GET', at(mr, 'time_stats'))).body).toMatchObject(times);
    expect(await scene.read(mr)).toMatchObject({ time_stats: times, title: mr.title });
    const day = new Date().toISOString().slice(0, 7);
    expect(await scene.notes(mr)).toEqual([
      [developer.userId, 'changed time estimate to 1w 1d'],
      [developer.userId, expect.stringContaining(`added 1h of time spent at ${day}`)],
    ]);
    expect((await post('add_spent_time', { duration: '-2h' })).status).toBe(400);
    expect((await post('reset_spent_time', {}, guest)).status).toBe(403);
    expect((await app.request(developer, 'POST', at({ ...mr, iid: 99 }, 'reset_spent_time'))).status).toBe(404);
  });

  it('are changed by quick actions', async () => {
    const { mr } = await scene.opened();
    const { status, body } = await app.request(developer, 'POST', at(mr, 'notes'), { body: '/spend 2h\n/spend -1h' });
    expect([status, body.commands_changes]).toEqual([202, { spend_time: { duration: -3_600 } }]);
    expect((await scene.read(mr)).time_stats).toMatchObject({ total_time_spent: 3_600 });
    expect((await app.request(guest, 'POST', at(mr, 'notes'), { body: '/spend 2h' })).status).not.toBe(202);
  });
});
