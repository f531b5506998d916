import { sha, user } from '../testing/fake-world.js';
import { mergeScene, developer, guest, type Body } from '../testing/merge-scene.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';

describe('merge requests with a commit', () => {
  const app = MergeRequestsApp.inBlock();
  const scene = mergeScene(app);
  const get = (mr: Body, revision: string, caller = developer, query = '') =>
    app.exchange(caller, 'GET', `/projects/${mr.project_id}/repository/commits/${revision}/merge_requests${query}`);

  it('are those whose version has it, and that of the merge that made it', async () => {
    const { project, mr } = await scene.opened();
    const { mr: later } = await scene.opened(project);
    expect((await get(mr, mr.sha)).body).toMatchObject([{ iid: mr.iid, state: 'opened' }]);
    expect((await get(mr, later.source_branch)).body).toMatchObject([{ iid: later.iid }]);
    // The second one contains the commit of the first by its merge base.
    app.merges.parents.set(later.sha, [mr.sha]);
    expect((await get(mr, mr.sha)).body).toMatchObject([{ iid: later.iid }, { iid: mr.iid }]);
    const { body, headers } = await get(mr, mr.sha, developer, '?per_page=1&page=2');
    expect([body, headers['x-total']]).toMatchObject([[{ iid: mr.iid }], '2']);
    app.merges.parents.set(sha('base'), [mr.sha]);
    expect((await get(mr, mr.sha)).body).toEqual([]);
    app.merges.parents.delete(sha('base'));
    await scene.accept(developer, mr);
    const { merge_commit_sha: made } = await scene.read(mr);
    expect((await get(mr, made)).body).toMatchObject([{ iid: mr.iid, state: 'merged' }]);
  });

  it('are listed to those who may list merge requests', async () => {
    const { mr } = await scene.opened(scene.newProject({ visibility: 'private' }));
    expect((await get(mr, 'nothing')).status).toBe(404);
    expect((await get(mr, mr.sha, guest)).status).toBe(403);
    expect((await get(mr, mr.sha, user(9))).status).toBe(404);
  });

  it('are those of commits that the caller may read', async () => {
    const { mr } = await scene.opened(scene.newProject({ visibility: 'public' }));
    expect((await get(mr, mr.source_branch, user(9))).body).toMatchObject([{ iid: mr.iid }]);
    expect((await get(mr, mr.sha, guest)).body).toMatchObject([{ iid: mr.iid }]);
    expect((await get(mr, mr.sha, user(9))).status).toBe(404);
  });
});
