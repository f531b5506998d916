import { mergeScene, developer, guest, type Body } from '../testing/merge-scene.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';

describe('merge requests of an issue', () => {
  const app = MergeRequestsApp.inBlock();
  const scene = mergeScene(app);
  const list = async (project: { card: { id: number } }, rest: string) => {
    const { status, body } = await app.request(developer, 'GET', `/projects/${project.card.id}/issues/1/${rest}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body as Body[];
  };
  const idsOf = (mrs: readonly Body[]) => mrs.map(({ id }) => id as number);

  it('are those that mention it, of projects that the caller may read', async () => {
    const hidden = app.world.addProject({ visibility: 'private' });
    hidden.members.set(3 as never, 30);
    const { project, mr } = await scene.opened(scene.newProject(), { description: 'See #1' });
    const { mr: other } = await scene.opened();
    const { mr: unseen } = await scene.opened(hidden);
    project.mentioned.set(
      1,
      [mr, other, unseen, { ...mr, iid: 99 }].map(({ project_id: projectId, iid }) => ({ projectId, iid })),
    );
    expect(idsOf(await list(project, 'related_merge_requests')).sort()).toEqual(idsOf([mr, other]).sort());
    expect(await list(project, 'related_merge_requests?per_page=1&page=3')).toEqual([]);
    expect(await list(project, 'closed_by')).toEqual([]);
  });

  it('close it where title or description says so, and they go into the default branch', async () => {
    const project = scene.newProject();
    const { mr: one } = await scene.opened(project, { description: 'Closes #1' });
    const { mr: two } = await scene.opened(project, { title: `Fixes ${project.card.fullPath}#1` });
    const { mr: topic } = await scene.opened(project, { description: 'Closes #1', target_branch: 'topic' });
    const { mr: another } = await scene.opened(project, { description: 'Closes #12, see #1' });
    const all = [one, two, topic, another];
    project.mentioned.set(
      1,
      all.map(({ project_id: projectId, iid }) => ({ projectId, iid })),
    );
    expect(idsOf(await list(project, 'closed_by'))).toEqual(idsOf([two, one]));
    expect(idsOf(await list(project, 'closed_by?per_page=1&page=2'))).toEqual(idsOf([one]));
  });

  it('are hidden with the issue', async () => {
    const { project } = await scene.opened(scene.newProject({ visibility: 'private' }));
    const get = (caller: typeof developer) =>
      app.request(caller, 'GET', `/projects/${project.card.id}/issues/1/closed_by`);
    expect(await get(developer)).toMatchObject({ status: 404, body: { message: '404 Not found' } });
    expect((await get(guest)).status).toBe(403);
  });
});
