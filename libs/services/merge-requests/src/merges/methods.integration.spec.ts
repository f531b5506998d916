import { sha } from '../testing/fake-world.js';
import { developer, guest, mergeScene } from '../testing/merge-scene.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';

describe('methods of merging', () => {
  const app = MergeRequestsApp.inBlock();
  const { newProject, opened, accept, autoMerge, read, pipeline, runAutoMerge, mergesOf } = mergeScene(app);
  const refused = (status: number, message: string) => ({ status, body: { message } });

  it('squashes its commits into one of its author, at once or by an automatic merge', async () => {
    const { mr } = await opened(undefined, { squash: true });
    expect(mr).toMatchObject({ squash: true, squash_on_merge: true, squash_commit_sha: null });
    const { body } = await accept(developer, mr, { squash_commit_message: 'All of it' });
    const by = { name: 'User 3', email: 'user-3@example.com' };
    expect(mergesOf(mr)).toMatchObject([{ method: 'merge', squash: { message: 'All of it', author: by } }]);
    expect(body).toMatchObject({ state: 'merged', squash_commit_sha: expect.any(String) as string });
    const waiting = await opened();
    pipeline(waiting.mr, 'running');
    await autoMerge(developer, waiting.mr, { squash: true });
    pipeline(waiting.mr, 'success');
    await runAutoMerge(waiting.mr);
    expect(mergesOf(waiting.mr)).toMatchObject([{ squash: { message: waiting.mr.title, author: by } }]);
    expect(await read(waiting.mr)).toMatchObject({ squash: false, squash_commit_sha: expect.any(String) as string });
  });

  it('squashes as the project says', async () => {
    const never = newProject({ squashOption: 'never' });
    const refusedOne = await opened(never, { squash: true });
    expect(refusedOne.mr).toMatchObject({ squash: true, squash_on_merge: false });
    const NO_SQUASH = refused(400, 'The project does not allow to squash commits');
    expect(await accept(developer, refusedOne.mr, { squash: true })).toEqual(NO_SQUASH);
    expect((await accept(developer, refusedOne.mr)).body).toMatchObject({ squash_commit_sha: null });
    const always = await opened(newProject({ squashOption: 'always' }));
    expect((await accept(developer, always.mr, { squash: false })).status).toBe(200);
    expect(mergesOf(always.mr)).toMatchObject([{ squash: { message: always.mr.title } }]);
    expect((await opened(newProject({ squashOption: 'default_on' }))).mr).toMatchObject({ squash: true });
  });

  it('fast-forwards, or merges after a rebase only, where the project says so', async () => {
    for (const mergeMethod of ['ff', 'rebase_merge'] as const) {
      const { project, mr } = await opened(newProject({ mergeMethod }));
      expect(mr.detailed_merge_status).toBe('need_rebase');
      expect(await accept(developer, mr)).toEqual(refused(405, '405 Method Not Allowed'));
      const target = project.branches.get('main')!;
      app.merges.parents.set(mr.sha as string, [target]);
      expect((await accept(developer, mr)).body).toMatchObject({
        state: 'merged',
        merge_commit_sha: mergeMethod === 'ff' ? null : (expect.any(String) as string),
      });
      expect(mergesOf(mr)).toMatchObject([{ method: mergeMethod, squash: null }]);
    }
  });

  it('tries the merge of an open merge request for all who see it, as long as it has one', async () => {
    const { project, mr } = await opened();
    const path = `/projects/${mr.project_id}/merge_requests/${mr.iid}/merge_ref`;
    const tried = await app.request(guest, 'GET', path);
    expect(tried).toEqual({ status: 200, body: { commit_id: expect.stringMatching(/^[0-9a-f]{40}$/) as string } });
    expect(await app.request(developer, 'GET', path)).toEqual(tried);
    app.merges.push(mr.project_id as number, 'main', sha(`moved main of ${mr.project_id as number}`));
    expect((await app.request(guest, 'GET', path)).body).not.toEqual(tried.body);
    app.merges.conflicting.add(mr.sha as string);
    const none = refused(400, 'Merge request is not mergeable');
    expect(await app.request(guest, 'GET', path)).toEqual(none);
    app.merges.conflicting.delete(mr.sha as string);
    project.branches.delete(mr.source_branch as string);
    expect(await app.request(guest, 'GET', path)).toEqual(none);
    expect((await app.request(null, 'GET', path)).status).toBe(401);
    expect((await app.request(guest, 'GET', `/projects/${mr.project_id}/merge_requests/999/merge_ref`)).status).toBe(
      404,
    );
    const closed = await opened();
    const url = `/projects/${closed.mr.project_id}/merge_requests/${closed.mr.iid}`;
    await app.request(developer, 'PUT', url, { state_event: 'close' });
    expect(await app.request(guest, 'GET', `${url}/merge_ref`)).toEqual(none);
  });
});
