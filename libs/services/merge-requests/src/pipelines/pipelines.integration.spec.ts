import { AccessLevel, type Principal } from '@hearth/contract-kit';
import type { JobDataOf } from '@hearth/jobs';
import type { Delivery } from '@hearth/messaging';
import { RecordVersion } from '../diffs/record-version.js';
import { OnPipelineFinished } from '../events/on-pipeline-finished.js';
import type { PublishHeadPipelineJob } from '../jobs.js';
import { MergeRequestsProvider } from '../provider/merge-requests.provider.js';
import { sha, user, type FakeProject } from '../testing/fake-world.js';
import { MergeRequestsApp } from '../testing/merge-requests-app.js';
import { PublishHeadPipeline } from './publish-head-pipeline.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any;

describe('pipelines of a merge request', () => {
  const app = MergeRequestsApp.inBlock();
  const author = user(1);
  const guest = user(2);
  const stranger = user(3);
  const reporter = user(4);

  function newProject(overrides: Partial<FakeProject['card']> = {}): FakeProject {
    const project = app.world.addProject(overrides);
    project.members.set(author.userId, AccessLevel.developer);
    project.members.set(reporter.userId, AccessLevel.reporter);
    project.members.set(guest.userId, AccessLevel.guest);
    return project;
  }
  const pipelines = (caller: Principal | null, mr: Body, query = '') =>
    app.exchange(caller, 'GET', `/projects/${mr.project_id}/merge_requests/${mr.iid}/pipelines${query}`);

  it('are those of the source branch, for the heads of all versions and the commits of the last one', async () => {
    const target = newProject();
    const fork = newProject({ forkedFromId: target.card.id });
    const mr: Body = await app.open(author, fork, { target_project_id: target.card.id });
    const [older, newer] = [mr.sha as string, sha('newer')];
    app.merges.pipelines.set(older, 'failed').set(newer, 'running').set(sha('unrelated'), 'success');
    fork.branches.set(mr.source_branch, newer);
    await app.get(RecordVersion).execute({ mergeRequestId: mr.id });
    const { status, body, headers } = await pipelines(reporter, mr);
    const ref = mr.source_branch as string;
    expect([status, headers['x-total']]).toEqual([200, '2']);
    expect(body).toEqual([
      { id: expect.any(Number), sha: newer, ref, status: 'running' },
      { id: expect.any(Number), sha: older, ref, status: 'failed' },
    ]);
    expect(app.merges.pipelinesAsked.at(-1)).toMatchObject({ projectId: fork.card.id, ref, mergeRequestId: mr.id });
    const second = await pipelines(reporter, mr, '?per_page=1&page=2');
    expect((second.body as Body[]).map((each) => each.sha)).toEqual([older]);
  });

  it('are for those who read the merge request, and pipelines of its target', async () => {
    const project = newProject();
    const mr: Body = await app.open(author, project);
    const statuses = async () =>
      Promise.all([null, stranger, guest, reporter].map(async (caller) => (await pipelines(caller, mr)).status));
    expect(await statuses()).toEqual([401, 404, 403, 200]);
    const assigned = { assignee_id: guest.userId };
    await app.request(author, 'PUT', `/projects/${mr.project_id}/merge_requests/${mr.iid}`, assigned);
    expect(await statuses()).toEqual([401, 404, 200, 200]);
    project.card = { ...project.card, publicJobs: false };
    expect(await statuses()).toEqual([401, 404, 403, 200]);
    project.card = { ...project.card, features: { ...project.card.features, builds: 'disabled' } };
    expect(await statuses()).toEqual([401, 404, 403, 403]);
    expect(await pipelines(author, { ...mr, iid: 77 })).toMatchObject({ status: 403 });
  });

  it('publish the result for its head, if they are the newest ones', async () => {
    const mr: Body = await app.open(author, newProject());
    const results = () =>
      app.testDatabase.query(
        `with found as (delete from outbox where type = 'merge-requests.head-pipeline-finished' returning id, data)
         select data->>'status' as status, data->'userIds' as users from found order by id`,
      );
    const ended = async (status: 'success' | 'failed', pipelineId = 1) => {
      app.merges.pipelines.set(mr.sha, status);
      const event = { projectId: mr.project_id, pipelineId, ref: mr.source_branch, sha: mr.sha, status };
      await app.database.tx((tx) => app.get(OnPipelineFinished).handle(event, { tx } as Delivery));
      const queued = await app.testDatabase.query<{ data: JobDataOf<typeof PublishHeadPipelineJob> }>(
        `delete from merge_requests_jobs.job where name = 'publish-head-pipeline' returning data -> 'data' as data`,
      );
      for (const { data } of queued) await app.get(PublishHeadPipeline).execute(data);
      return results();
    };
    await app.testDatabase.query('update merge_requests set auto_merge_user_id = 4 where id = $1', [mr.id]);
    expect(await ended('failed')).toEqual([{ status: 'failed', users: [author.userId, reporter.userId] }]);
    expect(await ended('failed', 2)).toEqual([]);
    expect(await ended('success')).toMatchObject([{ status: 'success' }]);
    await app.request(author, 'PUT', `/projects/${mr.project_id}/merge_requests/${mr.iid}`, { state_event: 'close' });
    expect(await ended('failed')).toEqual([]);
  });

  it('count for its head in the source project and in the target project', async () => {
    const target = newProject();
    const fork = newProject({ forkedFromId: target.card.id });
    const mr: Body = await app.open(author, fork, { target_project_id: target.card.id });
    const queued = async (projectId: number) => {
      const pipeline = { projectId, pipelineId: 1, ref: 'refs/merge-requests/1/merge', mergeRequestId: mr.id };
      const event = { ...pipeline, sha: sha('merged'), headSha: mr.sha, status: 'success' };
      await app.database.tx((tx) => app.get(OnPipelineFinished).handle(event as never, { tx } as Delivery));
      const removed = "delete from merge_requests_jobs.job where name = 'publish-head-pipeline' returning id";
      return (await app.testDatabase.query(removed)).length;
    };
    expect(await queued(target.card.id)).toBe(1);
    expect(await queued(fork.card.id)).toBe(1);
    expect(await queued(newProject().card.id)).toBe(0);
  });

  it('run with its branches, names and base', async () => {
    const project = newProject();
    project.labels.set(9_001, 'bug');
    const mr: Body = await app.open(author, project, { labels: 'bug', assignee_id: reporter.userId, title: 'Topic' });
    const provider = app.get(MergeRequestsProvider);
    const { mergeRequest } = await provider.forPipeline({ projectId: project.card.id, iid: mr.iid });
    expect(mergeRequest).toEqual({
      ...{ id: mr.id, title: 'Topic', description: null, state: 'opened', draft: false },
      ...{ sourceProjectId: project.card.id, sourceBranch: mr.source_branch, targetBranch: mr.target_branch },
      ...{
        versionId: expect.any(Number),
        headSha: mr.sha,
        baseSha: mr.diff_refs.base_sha,
        labels: ['bug'],
        assignees: [reporter.username],
      },
      milestone: null,
    });
    expect(await provider.forPipeline({ projectId: project.card.id, iid: 77 })).toEqual({ mergeRequest: null });
  });

  it('are not found of one that does not exist, and refuse a number that is none', async () => {
    const mr: Body = await app.open(author, newProject());
    expect(await pipelines(author, { ...mr, iid: 77 })).toMatchObject({
      status: 404,
      body: { message: '404 Not found' },
    });
    expect(await pipelines(author, { ...mr, iid: 'x' })).toMatchObject({
      status: 400,
      body: { error: 'merge_request_iid is invalid' },
    });
  });
});
