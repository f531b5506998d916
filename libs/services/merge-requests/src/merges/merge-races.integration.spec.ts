import { AccessLevel } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { waitFor } from '@hearth/testing';
import { ApprovalsStore } from '../approvals/approvals.store.js';
import { RecordVersion } from '../diffs/record-version.js';
import type { FakeMerges } from '../testing/fake-merges.js';
import { sha, user } from '../testing/fake-world.js';
import { author, developer, master, mergeScene } from '../testing/merge-scene.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';
import { MergeMergeRequest } from './merge.js';
import { MergesStore } from './merges.store.js';
import { RetryAutoMerge } from './retry-auto-merge.js';

describe('a merge', () => {
  const app = MergeRequestsApp.inBlock();
  const { opened, accept, autoMerge, cancel, read, pipeline, runAutoMerge, mergesOf, notes, queued } = mergeScene(app);
  const owner = user(8);
  let merges: FakeMerges;

  beforeAll(() => {
    merges = app.merges;
  });

  const refused = (status: number, message: string) => ({ status, body: { message } });
  const NOT_ALLOWED = refused(405, '405 Method Not Allowed');
  const CONFLICT = refused(405, 'Branch cannot be merged');

  afterEach(() => {
    merges.before = () => undefined;
    merges.after = () => undefined;
    merges.forbidden.clear();
  });

  it('happens once for two who accept at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { mr } = await opened();
      const answers = await Promise.all([master, developer, author].map((person) => accept(person, mr)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status } of answers) expect([200, 405, 406]).toContain(status);
      expect(mergesOf(mr)).toHaveLength(1);
      expect(await notes(mr)).toHaveLength(1);
    }
  });

  it('is of what was checked when the source branch moves meanwhile', async () => {
    const { project, mr } = await opened();
    merges.before = () => merges.push(project.card.id, mr.source_branch, sha(`later ${mr.id}`));
    const { body } = await accept(developer, mr, { sha: mr.sha, should_remove_source_branch: true });
    expect(body).toMatchObject({ state: 'merged', sha: mr.sha });
    expect(merges.merged.at(-1)!.sourceTip).toBe(mr.sha);
    // The branch has commits beyond the merged ones.
    expect(project.branches.get(mr.source_branch)).toBe(sha(`later ${mr.id}`));
  });

  it('is refused when a version of another head is recorded between the checks and its begin', async () => {
    const { project, mr } = await opened();
    const later = sha(`later ${mr.id}`);
    merges.comparing = async () => {
      merges.push(project.card.id, mr.source_branch, later);
      await app.get(RecordVersion).execute({ mergeRequestId: mr.id });
    };
    expect(await accept(developer, mr)).toEqual(NOT_ALLOWED);
    expect(await read(mr)).toMatchObject({ state: 'opened', sha: later });
    expect(mergesOf(mr)).toEqual([]);
    expect((await accept(developer, mr, { sha: later })).body).toMatchObject({ state: 'merged', sha: later });
  });

  it('is attempted again when the target branch has moved, three times at most', async () => {
    const moving = async (times: number) => {
      const { project, mr } = await opened();
      let left = times;
      merges.before = () => {
        if (left-- > 0) merges.push(project.card.id, 'main', sha(`${left} of ${mr.id}`));
      };
      return { mr, project, answer: await accept(developer, mr) };
    };
    const twice = await moving(2);
    expect(twice.answer).toMatchObject({ status: 200, body: { state: 'merged' } });
    expect(merges.parents.get(twice.project.branches.get('main')!)).toEqual([sha(`0 of ${twice.mr.id}`), twice.mr.sha]);
    const always = await moving(3);
    expect(always.answer).toEqual(CONFLICT);
    expect(await read(always.mr)).toMatchObject({ state: 'opened' });
    merges.before = () => undefined;
    expect((await accept(developer, always.mr)).status).toBe(200);
  });

  it('needs no merge commit when its head was pushed to the target meanwhile', async () => {
    const { project, mr } = await opened();
    merges.before = () => merges.push(project.card.id, 'main', sha(`by hand ${mr.id}`), mr.sha);
    expect(await accept(developer, mr)).toMatchObject({
      status: 200,
      body: { state: 'merged', merge_commit_sha: null },
    });
    expect(mergesOf(mr)).toEqual([]);
  });

  it('does not happen for who has lost the right meanwhile', async () => {
    const { mr } = await opened();
    merges.before = ({ merger }) => void merges.forbidden.add(merger.userId);
    expect(await accept(developer, mr)).toEqual(refused(401, '401 Unauthorized'));
    expect(await read(mr)).toMatchObject({ state: 'opened' });
  });

  it('happens once when an automatic merge is cancelled and a merge requested at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { mr } = await opened();
      pipeline(mr, 'running');
      await autoMerge(developer, mr);
      const [accepted, cancelled] = await Promise.all([accept(master, mr), cancel(author, mr)]);
      expect(accepted.status).toBe(200);
      expect([200, 405]).toContain(cancelled.status);
      expect(await read(mr)).toMatchObject({
        ...{ state: 'merged', merge_when_pipeline_succeeds: cancelled.status === 405 },
      });
      expect(mergesOf(mr)).toHaveLength(1);
      pipeline(mr, 'success');
      await runAutoMerge(mr);
      expect(mergesOf(mr)).toHaveLength(1);
    }
  });

  it('does not happen by an automatic merge that is cancelled between its checks and its begin', async () => {
    const { mr } = await opened();
    pipeline(mr, 'running');
    await autoMerge(developer, mr);
    pipeline(mr, 'success');
    merges.comparing = async () => void expect((await cancel(author, mr)).status).toBe(200);
    await runAutoMerge(mr);
    expect(await read(mr)).toMatchObject({ state: 'opened', merge_when_pipeline_succeeds: false });
    expect(mergesOf(mr)).toEqual([]);
  });

  it('happens by an automatic merge whose job was waiting when an approval began, and runs before it commits', async () => {
    const { project, mr } = await opened();
    pipeline(mr, 'running');
    await autoMerge(developer, mr);
    pipeline(mr, 'success');
    const approvals = { approvals_before_merge: 1 };
    expect((await app.request(master, 'POST', `/projects/${project.card.id}/approvals`, approvals)).status).toBe(201);
    let run: Promise<unknown> | undefined;
    await app.get(Database).tx(async (tx) => {
      await app.get(MergesStore).lock(tx, mr.id);
      await app.get(ApprovalsStore).approve(tx, mr.id, master.userId, []);
      await app.get(RetryAutoMerge).within(tx, mr.id);
      expect(await queued('merge-when-succeeded', mr)).toBe(1);
      let ended = false;
      run = runAutoMerge(mr).finally(() => (ended = true));
      await waitFor('the run to wait or end', async () => ended || (await app.testDatabase.lockWaits()) > 0);
    });
    await run;
    expect(mergesOf(mr)).toHaveLength(1);
  });

  it('leaves a merge request deleted that is deleted meanwhile', async () => {
    const { project, mr } = await opened();
    merges.after = async () => {
      const path = `/projects/${mr.project_id}/merge_requests/${mr.iid}`;
      expect((await app.request(owner, 'DELETE', path)).status).toBe(204);
    };
    project.members.set(owner.userId, AccessLevel.owner);
    expect((await accept(developer, mr)).status).toBe(404);
    expect(mergesOf(mr)).toHaveLength(1);
    expect(await app.get(MergeMergeRequest).resume({ mergeRequestId: mr.id })).toBe('not-mergeable');
    const left = 'select state from merge_requests where id = $1';
    expect(await app.testDatabase.query(left, [mr.id])).toEqual([{ state: 'merged' }]);
    expect(await app.testDatabase.query('select 1 from merge_attempts where merge_request_id = $1', [mr.id])).toEqual(
      [],
    );
  });

  it('is ended by the job when the request dies before, and after the branch has moved', async () => {
    for (const moment of ['before', 'after'] as const) {
      const { mr } = await opened();
      merges[moment] = () => Promise.reject(new Error('the process died'));
      expect((await accept(developer, mr)).status).toBe(503);
      expect(app.failures.splice(0)).toHaveLength(1);
      merges[moment] = () => undefined;
      expect(await read(mr)).toMatchObject({ state: 'locked' });
      expect(await accept(master, mr)).toEqual(NOT_ALLOWED);
      expect(await cancel(master, mr)).toEqual(refused(405, 'Method Not Allowed'));
      expect(await queued('resume-merge', mr)).toBe(1);
      const resume = () => app.get(MergeMergeRequest).resume({ mergeRequestId: mr.id });
      expect(await Promise.all([resume(), resume(), resume()])).toEqual(['merged', 'merged', 'merged']);
      expect(await resume()).toBe('merged');
      expect(mergesOf(mr)).toMatchObject([{ merger: { userId: 2 } }]);
      expect(await read(mr)).toMatchObject({ state: 'merged', merge_commit_sha: mergesOf(mr)[0]!.commit });
      expect(await notes(mr)).toEqual([[2, 'merged']]);
    }
  });
});
