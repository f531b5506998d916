import type { Principal } from '@hearth/contract-kit';
import { sha, user } from '../testing/fake-world.js';
import { mergeScene, author, developer, guest, master, type Body } from '../testing/merge-scene.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';
import { CarryOutRebase } from './carry-out-rebase.js';

describe('rebases', () => {
  const app = MergeRequestsApp.inBlock();
  const scene = mergeScene(app);

  const url = (mr: Body, rest = '') => `/projects/${mr.project_id}/merge_requests/${mr.iid}${rest}`;
  const rebase = (caller: Principal | null, mr: Body, fields: object = {}) =>
    app.request(caller, 'PUT', url(mr, '/rebase'), fields);
  const run = (mr: Body, by = developer, skipCi = false) =>
    app.get(CarryOutRebase).execute({ mergeRequestId: mr.id, userId: by.userId, tokenId: null, skipCi });
  const read = async (mr: Body) =>
    (await app.request(author, 'GET', url(mr, '?include_rebase_in_progress=true'))).body as Body;

  it('are requested, and carried out by a job', async () => {
    const { project, mr } = await scene.opened();
    app.merges.push(project.card.id, 'main', sha(`newer ${mr.id}`));
    expect(await rebase(developer, mr)).toMatchObject({ status: 202, body: { rebase_in_progress: true } });
    expect(await read(mr)).toMatchObject({ rebase_in_progress: true, merge_error: null });
    expect(await scene.read(mr)).not.toHaveProperty('rebase_in_progress');
    expect(await scene.queued('rebase-merge-request', mr)).toBe(1);
    expect((await rebase(author, mr)).status).toBe(409);
    await run(mr);
    const tip = project.branches.get(mr.source_branch);
    expect(tip).not.toBe(mr.sha);
    expect(await read(mr)).toMatchObject({ rebase_in_progress: false, merge_error: null, sha: tip });
    // A job that is repeated changes nothing.
    await run(mr);
    expect(project.branches.get(mr.source_branch)).toBe(tip);
    expect((await rebase(author, mr)).status).toBe(202);
  });

  it('push without a pipeline where it is asked for', async () => {
    const { mr } = await scene.opened();
    expect((await rebase(developer, mr, { skip_ci: true })).status).toBe(202);
    const [job] = await app.testDatabase.query<{ skips: boolean }>(
      `select jsonb_path_exists(data, '$.**.skipCi ? (@ == true)') as skips from merge_requests_jobs.job
        where name = 'rebase-merge-request' order by created_on desc limit 1`,
    );
    expect(job).toEqual({ skips: true });
    await run(mr, developer, true);
    expect(app.merges.rebased.at(-1)).toMatchObject({ branch: mr.source_branch, skipCi: true });
  });

  it('report why they failed, until the next one', async () => {
    const { project, mr } = await scene.opened();
    app.merges.conflicting.add(mr.sha);
    await rebase(developer, mr);
    await run(mr);
    const merge_error = 'Rebase failed: Rebase locally, resolve all conflicts, then push the branch.';
    expect(await read(mr)).toMatchObject({ rebase_in_progress: false, merge_error, sha: mr.sha });
    app.merges.conflicting.delete(mr.sha);
    await rebase(developer, mr);
    expect(await read(mr)).toMatchObject({ rebase_in_progress: true, merge_error: null });
    await run(mr, user(901));
    expect(await read(mr)).toMatchObject({ merge_error: 'Rebase failed: The user may not push to the source branch.' });
    await rebase(developer, mr);
    project.branches.delete('main');
    await run(mr);
    expect(await read(mr)).toMatchObject({ merge_error: 'Rebase failed: A branch does not exist any more.' });
  });

  it('give way to another after ten minutes', async () => {
    const { mr } = await scene.opened();
    await rebase(developer, mr);
    await app.testDatabase.query(
      `update merge_requests set rebase_requested_at = now() - interval '11 minutes' where id = $1`,
      [mr.id],
    );
    expect(await read(mr)).toMatchObject({ rebase_in_progress: false });
    expect((await rebase(developer, mr)).status).toBe(202);
  });

  it('need the right to force a push to the source branch', async () => {
    const { project, mr } = await scene.opened();
    const refused = (reason: string) => ({ status: 403, body: { message: `403 Forbidden - ${reason}` } });
    expect(await rebase(user(9), mr)).toMatchObject(refused('Cannot push to source branch'));
    expect((await rebase(guest, mr)).status).toBe(403);
    const protect = (levels: object) =>
      app.merges.protected.set(mr.source_branch, { pushLevel: 40, mergeLevel: 40, ...levels });
    protect({ allowForcePush: true });
    expect(await rebase(developer, mr)).toMatchObject(refused('Cannot push to source branch'));
    expect((await rebase(master, mr)).status).toBe(202);
    protect({ allowForcePush: false });
    expect(await rebase(master, mr)).toMatchObject(refused('Source branch is protected from force push'));
    app.merges.protected.delete(mr.source_branch);
    project.branches.delete(mr.source_branch);
    expect(await rebase(developer, mr)).toMatchObject(refused('Source branch does not exist'));
  });

  it('are refused for one that is not open', async () => {
    const { mr } = await scene.opened();
    await app.testDatabase.query(`update merge_requests set state = 'closed' where id = $1`, [mr.id]);
    expect((await rebase(developer, mr)).status).toBe(405);
    expect((await rebase(null, mr)).status).toBe(401);
  });
});
