import { mergeScene, author, developer } from '../testing/merge-scene.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';

describe('resource events of merge requests', () => {
  const app = MergeRequestsApp.inBlock();
  const scene = mergeScene(app);
  const at = (mr: { project_id: number; iid: number }, rest = '') =>
    `/projects/${mr.project_id}/merge_requests/${mr.iid}${rest}`;
  const get = async (path: string) => (await app.request(author, 'GET', path)).body;
  const put = async (path: string, fields: object) => {
    const { status, body } = await app.request(developer, 'PUT', path, fields);
    expect({ status, body }).toMatchObject({ status: 200 });
  };

  it('have labels, milestone and state with the users who changed them', async () => {
    const { mr, project } = await scene.opened();
    const milestone = app.world.addMilestone(project, 'v1');
    await put(at(mr), { labels: 'bug', milestone_id: milestone.id });
    await put(at(mr), { labels: '', state_event: 'close' });
    await put(at(mr), { state_event: 'reopen' });
    const labels = await get(at(mr, '/resource_label_events'));
    expect(labels).toEqual(
      ['add', 'remove'].map((action) => ({
        id: expect.any(Number) as number,
        user: expect.objectContaining({ id: developer.userId }) as object,
        created_at: expect.any(String) as string,
        resource_type: 'MergeRequest',
        resource_id: mr.id,
        label: { id: expect.any(Number) as number, name: 'bug', color: '#fff', description: null },
        action,
      })),
    );
    expect(await get(at(mr, `/resource_label_events/${labels[1].id}`))).toEqual(labels[1]);
    expect(await get(at(mr, '/resource_milestone_events'))).toMatchObject([
      { milestone: { id: milestone.id, title: 'v1' }, action: 'add', state: 'opened' },
    ]);
    expect(await get(at(mr, '/resource_state_events'))).toMatchObject([{ state: 'closed' }, { state: 'reopened' }]);
    project.labels.clear();
    expect((await get(at(mr, `/resource_label_events/${labels[0].id}`))).label).toBeNull();
    expect((await get(at({ ...mr, iid: 99 }, '/resource_label_events'))).message).toBe('404 Not found');
    expect((await app.request(author, 'GET', at(mr, `/resource_state_events/${labels[0].id}`))).status).toBe(404);
  });

  it('have the merge', async () => {
    const { mr } = await scene.opened();
    await put(at(mr, '/merge'), {});
    expect(await get(at(mr, '/resource_state_events'))).toMatchObject([
      { user: { id: developer.userId }, state: 'merged' },
    ]);
  });
});
