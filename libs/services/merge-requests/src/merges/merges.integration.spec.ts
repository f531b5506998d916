import { AccessLevel } from '@hearth/contract-kit';
import type { Delivery } from '@hearth/messaging';
import type { FakeMerges } from '../testing/fake-merges.js';
import { sha, user, type FakeProject } from '../testing/fake-world.js';
import { author, developer, guest, master, mergeScene, type Body } from '../testing/merge-scene.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';
import { MergeRequestsProvider } from '../provider/merge-requests.provider.js';
import { OnPipelineFinished } from '../events/on-pipeline-finished.js';
import { OnUserUpdated } from '../events/on-user-updated.js';
import { CleanUpAfterMerge } from './clean-up.js';

describe('merging', () => {
  const app = MergeRequestsApp.inBlock();
  const scene = mergeScene(app);
  const { newProject, opened, accept, autoMerge, cancel, read, pipeline, runAutoMerge, mergesOf, notes, queued } =
    scene;
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
    merges.protected.clear();
    merges.forbidden.clear();
    app.world.blocked.clear();
  });

  it('makes a merge commit of both tips, as the caller, and publishes it', async () => {
    const { project, mr } = await opened(undefined, { title: 'Mend the door', description: 'Closes #1' });
    const target = project.branches.get('main')!;
    const { status, body } = await accept(developer, mr);
    expect(status).toBe(200);
    const [merge] = mergesOf(mr);
    expect(body).toMatchObject({
      ...{ state: 'merged', sha: mr.sha, merge_commit_sha: merge!.commit, merge_when_pipeline_succeeds: false },
      ...{ should_remove_source_branch: null, force_remove_source_branch: null },
      ...{
        merged_by: { id: 2 },
        merge_user: { id: 2 },
        merged_at: expect.any(String),
        detailed_merge_status: 'not_open',
      },
    });
    expect(merges.parents.get(merge!.commit)).toEqual([target, mr.sha]);
    expect(merge).toMatchObject({
      message: `Merge branch '${mr.source_branch}' into 'main'\n\nMend the door\n\nCloses #1\n\nSee merge request ${project.card.fullPath}!1`,
      merger: { userId: 2, name: 'User 2', email: 'user-2@example.com', tokenId: 2 },
    });
    expect(await notes(mr)).toEqual([[2, 'merged']]);
    const events = await app.testDatabase.query<{ data: object }>(
      `select data from outbox where type = 'merge-requests.merge-request-merged' and key = $1`,
      [String(project.card.id)],
    );
    expect(events.map(({ data }) => data)).toEqual([
      {
        ...{ projectId: project.card.id, mergeRequestId: mr.id, iid: 1, targetBranch: 'main', userId: 2, sha: mr.sha },
        ...{ mergeCommit: merge!.commit, closing: [{ path: null, iid: 1 }] },
      },
    ]);
    expect(await accept(developer, mr)).toEqual(refused(406, 'Method Not Allowed'));
  });

  it('closes what its title, its description and its commits name, also by URLs, at once or by an automatic merge', async () => {
    for (const merge of [accept, autoMerge]) {
      const title = `Fix ${app.url}/a/b/issues/1`;
      const { project, mr } = await opened(undefined, { title, description: 'Closes #2' });
      const message = `More\n\nCloses #3 and ${app.url}/c/d/issues/4; fixes http://other/a/b/issues/5\n`;
      app.world.history.set(`${sha('base')}..${mr.sha}`, [{ id: mr.sha as string, message }]);
      const closing = [{ path: 'a/b', iid: 1 }, ...[2, 3].map((iid) => ({ path: null, iid })), { path: 'c/d', iid: 4 }];
      const asked = { projectId: project.card.id, iid: 1, defaultBranch: 'main', baseUrl: app.url };
      const find = app.get(MergeRequestsProvider);
      const authorId = author.userId;
      expect(await find.find(asked)).toEqual({
        mergeRequest: { closing, authorId, assigneeId: null, assigneeIds: [] },
      });
      const elsewhere = await find.find({ ...asked, defaultBranch: null });
      expect(elsewhere.mergeRequest).toMatchObject({ closing: [] });
      pipeline(mr, 'running');
      expect((await merge(developer, mr)).status).toBe(200);
      pipeline(mr, 'success');
      if (merge === autoMerge) await runAutoMerge(mr);
      const [event] = await app.testDatabase.query<{ data: object }>(
        `select data from outbox where type = 'merge-requests.merge-request-merged' and key = $1`,
        [String(project.card.id)],
      );
      expect(event!.data).toMatchObject({ closing });
    }
  });

  it('takes a message, and the head that the caller has seen', async () => {
    const { mr } = await opened();
    expect(await accept(master, mr, { sha: sha('other') })).toEqual(
      refused(409, 'SHA does not match HEAD of source branch'),
    );
    expect(await accept(master, mr, { sha: mr.sha, merge_commit_message: 'Mine' })).toMatchObject({ status: 200 });
    expect(mergesOf(mr)[0]!.message).toBe('Mine');
  });

  it.each([
    ['nothing said', {}, {}, undefined],
    ['asked by the author', { remove_source_branch: true }, {}, { userId: 3, tokenId: null }],
    ['asked by the merger', {}, { should_remove_source_branch: true }, { userId: 2, tokenId: 2 }],
    ['refused by the merger', { remove_source_branch: true }, { should_remove_source_branch: false }, undefined],
    ['asked by both', { remove_source_branch: true }, { should_remove_source_branch: true }, { userId: 2, tokenId: 2 }],
  ])('removes the source branch: %s', async (_case, create, merge, remover) => {
    const { mr } = await opened(undefined, create);
    const { body } = await accept(developer, mr, merge);
    expect(body.should_remove_source_branch).toBe(
      'should_remove_source_branch' in merge ? merge.should_remove_source_branch : null,
    );
    const removed = merges.removed.filter(({ tip }) => tip === mr.sha);
    const expected = { projectId: mr.project_id, branch: mr.source_branch, tip: mr.sha, remover };
    expect(removed).toEqual(remover ? [expected] : []);
    // The job completes a crashed merge, and changes nothing after a complete one.
    expect(await queued('clean-up-merge', mr)).toBe(remover ? 1 : 0);
    await app.get(CleanUpAfterMerge).execute({ mergeRequestId: mr.id, tokenId: 2 });
  });

  it('tells whether it can be merged, of the tips that the branches have when it is read', async () => {
    const { project, mr } = await opened();
    const status = async () => (await read(mr)).merge_status as string;
    expect(await status()).toBe('can_be_merged');
    merges.conflicting.add(mr.sha);
    // The same tips are not compared again.
    expect(await status()).toBe('can_be_merged');
    merges.push(project.card.id, 'main', sha(`conflict with ${mr.id}`));
    expect(await status()).toBe('cannot_be_merged');
    merges.conflicting.clear();
    merges.push(project.card.id, 'main', sha(`solution of ${mr.id}`));
    expect(await status()).toBe('can_be_merged');
    merges.push(project.card.id, 'main', sha(`all of ${mr.id}`), mr.sha);
    expect(await status()).toBe('cannot_be_merged');
    merges.push(project.card.id, mr.source_branch, sha(`new in ${mr.id}`));
    expect(await status()).toBe('unchecked');
    project.branches.delete(mr.source_branch);
    expect(await status()).toBe('cannot_be_merged');
  });

  describe('refuses', () => {
    it('whom it does not know, who may not read it, and who may not merge', async () => {
      const { project, mr } = await opened();
      expect(await accept(null, mr)).toEqual(refused(401, '401 Unauthorized'));
      expect(await accept(developer, { ...mr, iid: 77 })).toEqual(refused(404, '404 Not found'));
      expect(await accept(user(9), mr)).toEqual(refused(401, '401 Unauthorized'));
      merges.protected.set('main', { pushLevel: 40, mergeLevel: 40 });
      expect(await accept(developer, mr)).toEqual(refused(401, '401 Unauthorized'));
      project.card = { ...project.card, archived: true };
      expect(await accept(master, mr)).toEqual(refused(401, '401 Unauthorized'));
      project.card = { ...project.card, archived: false };
      merges.protected.set('main', { pushLevel: 40, mergeLevel: 30 });
      expect((await accept(developer, mr)).status).toBe(200);
    });

    it('guests of a private project as if there were no merge request', async () => {
      const { mr } = await opened(newProject({ visibility: 'private' }));
      const hidden = refused(404, '404 Not found');
      expect(await accept(guest, mr)).toEqual(hidden);
      expect([await cancel(guest, mr), await cancel(guest, mr, 'POST')]).toEqual([hidden, hidden]);
    });

    it('what is not ready, before a conflict and before another head', async () => {
      const other = { sha: sha('other') };
      const draft = (await opened(undefined, { title: 'WIP: one' })).mr;
      expect(await accept(developer, draft, other)).toEqual(NOT_ALLOWED);
      const { project, mr } = await opened();
      merges.conflicting.add(mr.sha);
      expect(await accept(developer, mr, other)).toEqual(CONFLICT);
      expect(await accept(developer, mr)).toEqual(CONFLICT);
      pipeline(mr, 'running');
      expect(await autoMerge(developer, mr)).toEqual(CONFLICT);
      project.card = { ...project.card, onlyAllowMergeIfPipelineSucceeds: true };
      expect(await accept(developer, mr, other)).toEqual(CONFLICT);
      project.card = { ...project.card, onlyAllowMergeIfPipelineSucceeds: false };
      expect(await read(mr)).toMatchObject({ state: 'opened', merge_when_pipeline_succeeds: false });
      merges.conflicting.delete(mr.sha);
      project.branches.delete(mr.source_branch);
      expect(await accept(developer, mr)).toEqual(NOT_ALLOWED);
      project.branches.set(mr.source_branch, project.branches.get('main')!);
      expect(await accept(developer, mr)).toEqual(NOT_ALLOWED);
      project.branches.set(mr.source_branch, mr.sha);
      const main = project.branches.get('main')!;
      project.branches.delete('main');
      expect(await accept(developer, mr)).toEqual(NOT_ALLOWED);
      project.branches.set('main', main);
      await app.testDatabase.query(`update merge_requests set state = 'closed' where id = $1`, [mr.id]);
      expect(await accept(developer, mr)).toEqual(refused(406, 'Method Not Allowed'));
      expect(mergesOf(mr)).toEqual([]);
    });

    it('what is not green where that is required', async () => {
      const { mr } = await opened(newProject({ onlyAllowMergeIfPipelineSucceeds: true }));
      for (const status of ['created', 'pending', 'running', 'manual', 'failed', 'canceled'] as const) {
        pipeline(mr, status);
        expect(await accept(developer, mr)).toEqual(NOT_ALLOWED);
      }
      for (const status of ['manual', 'failed', 'canceled'] as const) {
        pipeline(mr, status);
        expect(await autoMerge(developer, mr)).toEqual(NOT_ALLOWED);
      }
      pipeline(mr, 'skipped');
      expect((await accept(developer, mr)).status).toBe(200);
    });
  });

  it('is into the target as it is, also when a required pipeline was for an earlier tip', async () => {
    const { project, mr } = await opened(newProject({ onlyAllowMergeIfPipelineSucceeds: true }));
    pipeline(mr, 'success');
    const moved = sha(`since the pipeline of ${mr.id}`);
    merges.push(project.card.id, 'main', moved);
    expect(await accept(developer, mr)).toMatchObject({ status: 200, body: { state: 'merged' } });
    expect(merges.parents.get(project.branches.get('main')!)).toEqual([moved, mr.sha]);
  });

  describe('when the pipeline succeeds', () => {
    it('merges without another call, as the user who set it, with their options', async () => {
      const { project, mr } = await opened();
      pipeline(mr, 'pending');
      const options = { merge_commit_message: 'Later', should_remove_source_branch: true };
      const answer = await autoMerge(developer, mr, options);
      expect(answer).toMatchObject({
        status: 200,
        body: { state: 'opened', merge_when_pipeline_succeeds: true, should_remove_source_branch: true },
      });
      await autoMerge(developer, mr, options);
      const enabled = `enabled an automatic merge when the pipeline for ${mr.sha.slice(0, 8)} succeeds`;
      expect(await notes(mr)).toEqual([[2, enabled]]);
      const [row] = await app.testDatabase.query('select auto_merge_options from merge_requests where id = $1', [
        mr.id,
      ]);
      const unsaid = { squash: null, squashMessage: null };
      expect(row).toEqual({ auto_merge_options: { message: 'Later', baseUrl: app.url, ...unsaid } });

      await runAutoMerge(mr);
      pipeline(mr, 'failed');
      await runAutoMerge(mr);
      expect(await read(mr)).toMatchObject({ state: 'opened', merge_when_pipeline_succeeds: true });

      pipeline(mr, 'success');
      const event = {
        projectId: project.card.id,
        pipelineId: 1,
        ref: mr.source_branch as string,
        sha: mr.sha as string,
      };
      await app.testDatabase.query('delete from merge_requests_jobs.job');
      await app.database.tx(async (tx) => {
        const reaction = app.get(OnPipelineFinished);
        await reaction.handle({ ...event, status: 'failed' }, { tx } as Delivery);
        await reaction.handle({ ...event, status: 'success', sha: sha('other') }, { tx } as Delivery);
      });
      expect(await queued('merge-when-succeeded', mr)).toBe(0);
      const merged = { ref: `refs/merge-requests/${mr.iid}/merge`, sha: sha('merged'), headSha: event.sha };
      const ofMergeRequest = { ...event, ...merged, status: 'success' } as const;
      await app.database.tx((tx) =>
        app.get(OnPipelineFinished).handle({ ...ofMergeRequest, mergeRequestId: mr.id + 1 }, { tx } as Delivery),
      );
      expect(await queued('merge-when-succeeded', mr)).toBe(0);
      await app.database.tx((tx) =>
        app.get(OnPipelineFinished).handle({ ...ofMergeRequest, mergeRequestId: mr.id }, { tx } as Delivery),
      );
      expect(await queued('merge-when-succeeded', mr)).toBe(1);
      await app.testDatabase.query('delete from merge_requests_jobs.job');
      await app.database.tx((tx) =>
        app.get(OnPipelineFinished).handle({ ...event, status: 'success' }, { tx } as Delivery),
      );
      expect(await queued('merge-when-succeeded', mr)).toBe(1);
      await Promise.all([runAutoMerge(mr), runAutoMerge(mr)]);
      await runAutoMerge(mr);
      expect(await read(mr)).toMatchObject({ state: 'merged', merge_when_pipeline_succeeds: true });
      expect(mergesOf(mr)).toMatchObject([{ message: 'Later', merger: { userId: 2, tokenId: null } }]);
    });

    it('merges at once without a pipeline that is under way', async () => {
      for (const status of [undefined, 'success', 'failed'] as const) {
        const { mr } = await opened();
        if (status) pipeline(mr, status);
        expect(await autoMerge(developer, mr)).toMatchObject({ status: 200, body: { state: 'merged' } });
      }
    });

    it('looks again, as the pipeline may have ended before it was stored', async () => {
      const { mr } = await opened();
      pipeline(mr, 'running');
      await autoMerge(developer, mr);
      expect(await queued('merge-when-succeeded', mr)).toBe(1);
    });

    async function withAutoMerge(): Promise<{ project: FakeProject; mr: Body }> {
      const made = await opened();
      pipeline(made.mr, 'running');
      await autoMerge(developer, made.mr);
      pipeline(made.mr, 'success');
      return made;
    }

    it('checks permissions again: lost ones delay the automatic merge, a blocked user cancels it', async () => {
      const { project, mr } = await withAutoMerge();
      project.members.set(developer.userId, AccessLevel.reporter);
      await runAutoMerge(mr);
      merges.protected.set('main', { pushLevel: 40, mergeLevel: 40 });
      project.members.set(developer.userId, AccessLevel.developer);
      await runAutoMerge(mr);
      merges.protected.clear();
      merges.forbidden.add(developer.userId);
      await runAutoMerge(mr);
      expect(await read(mr)).toMatchObject({ state: 'opened', merge_when_pipeline_succeeds: true });
      app.world.blocked.add(developer.userId);
      await runAutoMerge(mr);
      app.world.blocked.clear();
      await runAutoMerge(mr);
      expect(await read(mr)).toMatchObject({ state: 'opened', merge_when_pipeline_succeeds: false });
      expect(mergesOf(mr)).toEqual([]);
    });

    it('cancels the automatic merges of a blocked user, also before the pipeline ends', async () => {
      const { mr } = await withAutoMerge();
      const { username, name, email } = developer;
      const card = { userId: 2, username, name, email, avatarPath: null, revision: 1 };
      const hear = (state: 'active' | 'blocked') =>
        app.database.tx((tx) => app.get(OnUserUpdated).handle({ ...card, state }, { tx } as Delivery));
      await hear('active');
      expect(await read(mr)).toMatchObject({ merge_when_pipeline_succeeds: true });
      await hear('blocked');
      expect(await read(mr)).toMatchObject({ merge_when_pipeline_succeeds: false });
      await runAutoMerge(mr);
      expect(await read(mr)).toMatchObject({ state: 'opened' });
    });

    it('never merges another commit than the one that it names', async () => {
      const { project, mr } = await withAutoMerge();
      const later = sha(`later ${mr.id}`);
      merges.push(project.card.id, mr.source_branch, later);
      merges.pipelines.set(later, 'success');
      await runAutoMerge(mr);
      expect(await read(mr)).toMatchObject({ state: 'opened', merge_when_pipeline_succeeds: false });
    });

    it('is tried again when the target branch has moved with every attempt, as when others are merged into it', async () => {
      const { project, mr } = await withAutoMerge();
      let left = 3;
      merges.before = () => {
        if (left-- > 0) merges.push(project.card.id, 'main', sha(`${left} of ${mr.id}`));
      };
      await app.testDatabase.query('delete from merge_requests_jobs.job');
      await runAutoMerge(mr);
      expect(await read(mr)).toMatchObject({ state: 'opened', merge_when_pipeline_succeeds: true });
      expect(await queued('merge-when-succeeded', mr)).toBe(1);
      await runAutoMerge(mr);
      expect(await read(mr)).toMatchObject({ state: 'merged' });
      expect(mergesOf(mr)).toHaveLength(1);
    });

    it.each(['PUT', 'POST'] as const)('is cancelled by %s', async (method) => {
      const { mr } = await withAutoMerge();
      expect(await cancel(guest, mr, method)).toEqual(refused(401, '401 Unauthorized'));
      const { status, body } = await cancel(author, mr, method);
      expect(status).toBe(method === 'PUT' ? 200 : 201);
      const open = { state: 'opened', merge_when_pipeline_succeeds: false };
      if (method === 'POST') expect(body).toEqual({ status: 'success' });
      else expect(body).toMatchObject(open);
      expect(await read(mr)).toMatchObject(open);
      expect(await cancel(author, mr, method)).toEqual(refused(406, "Can't cancel the automatic merge"));
      await runAutoMerge(mr);
      expect(await read(mr)).toMatchObject({ state: 'opened' });
      expect((await notes(mr)).at(-1)).toEqual([3, 'canceled the automatic merge']);
      await accept(master, mr);
      expect(await cancel(author, mr, method)).toEqual(refused(405, 'Method Not Allowed'));
    });

    it('is either cancelled or merged', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { mr } = await withAutoMerge();
        const [{ status }] = await Promise.all([cancel(author, mr), runAutoMerge(mr)]);
        const { state, merge_when_pipeline_succeeds: still } = await read(mr);
        expect([status, state, still]).toEqual(status === 200 ? [200, 'opened', false] : [405, 'merged', true]);
        expect(mergesOf(mr)).toHaveLength(status === 200 ? 0 : 1);
      }
    });
  });
});
