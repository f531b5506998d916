import { AccessLevel, type Principal } from '@hearth/contract-kit';
import type { Delivery } from '@hearth/messaging';
import { OnMergeRequestCreated } from '../events/on-merge-request-created.js';
import { OnMergeRequestUpdated } from '../events/on-merge-request-updated.js';
import { PipelinesProvider } from '../provider/pipelines.provider.js';
import { CreatePushPipeline } from '../push-pipelines/create.js';
import { CiApp } from '../testing/ci-app.js';
import type { FakeMergeRequest, FakeProject } from '../testing/other-services.js';
import { RunnerClient } from '../testing/runner-client.js';
import { CreateMergeRequestPipeline } from './create.js';

const [BASE, HEAD, NEXT, MERGED, AGAIN] = ['b', 'a', 'c', 'd', 'e'].map((letter) => letter.repeat(40)) as [
  string,
  string,
  string,
  string,
  string,
];
const RULE = '[{if: $CI_PIPELINE_SOURCE == "merge_request_event"}]';
const CONFIGURATION = `
check: {script: a, rules: ${RULE}}
old: {script: a, only: [merge_requests]}
docs: {script: a, rules: [{if: $CI_MERGE_REQUEST_IID, changes: [docs/*]}]}
code: {script: a, rules: [{if: $CI_MERGE_REQUEST_IID, changes: [src/*]}]}
pushed: {script: a}
branch: {script: a, rules: [{if: $CI_COMMIT_BRANCH}]}
`;

interface Listed {
  readonly id: number;
  readonly ref: string;
  readonly sha: string;
  readonly source: string;
  readonly status: string;
}

describe('pipelines of merge requests', () => {
  const app = CiApp.inBlock();
  let ids = 1_000;

  /** Adds a merge request between branches of a project, or from a fork, with a developer of its source. */
  const opened = (configuration = CONFIGURATION, { isFork = false, mergePipelinesEnabled = false } = {}) => {
    const target = app.others.addProject({ visibility: 'public', mergePipelinesEnabled });
    const forked = { forkedFromId: target.card.id, mergePipelinesEnabled };
    const source = isFork ? app.others.addProject(forked) : target;
    source.branches.set('main', BASE).set('topic', HEAD).set('next', NEXT);
    source.files.set('.gitlab-ci.yml', configuration);
    source.changes.set(`${BASE}..${HEAD}`, ['docs/a.md']).set(`${BASE}..${NEXT}`, ['docs/a.md']);
    const author = app.user((ids += 1), source, AccessLevel.developer);
    const mergeRequest: FakeMergeRequest = {
      ...{ id: (ids += 1), title: 'Topic', description: 'Why', state: 'opened', draft: false },
      ...{ sourceProjectId: source.card.id, sourceBranch: 'topic', targetBranch: 'main' },
      ...{ versionId: 1, headSha: HEAD, baseSha: BASE },
      ...{ labels: ['bug', 'ci'], assignees: ['ada'], milestone: 'v1' },
    };
    app.others.mergeRequests.set(`${target.card.id}!7`, mergeRequest);
    return { target, source, author, mergeRequest };
  };
  const pushed = async ({ target, author }: ReturnType<typeof opened>, headSha = HEAD) => {
    const data = { projectId: target.card.id, iid: 7, headSha, userId: author.userId };
    await app.get(CreateMergeRequestPipeline).execute(data, new AbortController());
  };
  const list = async ({ card }: FakeProject, caller: Principal, query = '') =>
    (await app.request(caller, 'GET', `/projects/${card.id}/pipelines${query}`)).body as Listed[];
  const jobs = async ({ card }: FakeProject, caller: Principal) =>
    ((await app.request(caller, 'GET', `/projects/${card.id}/jobs`)).body as { name: string }[])
      .map(({ name }) => name)
      .toReversed();
  const create = ({ target }: ReturnType<typeof opened>, caller: Principal | null, iid = 7) =>
    app.exchange(caller, 'POST', `/projects/${target.card.id}/merge_requests/${iid}/pipelines`);
  const payload = async (project: FakeProject) =>
    (await (await RunnerClient.register(app, `project-${project.card.id}`)).take())!;

  it('have the jobs for merge requests, once for each head', async () => {
    const made = opened();
    await pushed(made);
    await pushed(made);
    const [pipeline, ...others] = await list(made.source, made.author);
    expect(others).toEqual([]);
    expect(pipeline).toMatchObject({ ref: 'refs/merge-requests/7/head', sha: HEAD, source: 'merge_request_event' });
    expect(await jobs(made.source, made.author)).toEqual(['check', 'old', 'docs']);
    expect(await list(made.source, made.author, '?scope=branches')).toEqual([]);
    expect(await list(made.source, made.author, '?source=merge_request_event')).toHaveLength(1);
  });

  it('are not created where no job is for them, for a head that was replaced, or without the rights', async () => {
    const none = opened('pushed: {script: a}\nfiles: {script: a, only: {changes: [docs/*]}}');
    await pushed(none);
    expect(await list(none.source, none.author)).toEqual([]);
    const moved = opened();
    await pushed(moved, NEXT);
    expect(await list(moved.source, moved.author)).toEqual([]);
    const reporter = opened();
    reporter.source.members.set(reporter.author.userId, AccessLevel.reporter);
    await pushed(reporter);
    expect(await list(reporter.source, reporter.author)).toEqual([]);
  });

  it('replace those of pushes where the workflow says so', async () => {
    const rules = [
      '{if: $CI_PIPELINE_SOURCE == "merge_request_event"}',
      '{if: $CI_COMMIT_BRANCH && $CI_OPEN_MERGE_REQUESTS, when: never}',
      '{if: $CI_COMMIT_BRANCH}',
    ];
    const made = opened(`workflow: {rules: [${rules.join(', ')}]}\nunit: {script: a}`);
    const { author, source } = made;
    const push = { projectId: source.card.id, sequence: 1, ref: 'topic', tag: false, oldId: BASE, newId: HEAD };
    await app.get(CreatePushPipeline).execute({ ...push, userId: author.userId }, new AbortController());
    await pushed(made);
    expect(await list(source, author)).toMatchObject([{ source: 'merge_request_event' }]);
    expect(await jobs(source, author)).toEqual(['unit']);
  });

  it('give runners the head and the variables of the merge request, and no protected variables', async () => {
    const made = opened(`check: {script: a, rules: ${RULE}}`);
    const { source, author } = made;
    const master = app.user((ids += 1), source, AccessLevel.master);
    const secret = { key: 'SECRET', value: 'secret-value', protected: true };
    await app.request(master, 'POST', `/projects/${source.card.id}/variables`, secret);
    source.protectedBranches.add('topic').add('refs/merge-requests/7/head');
    source.members.set(author.userId, AccessLevel.master);
    await pushed(made);
    const job = await payload(source);
    expect(job['git_info']).toMatchObject({ ref: 'refs/merge-requests/7/head', sha: HEAD, protected: false });
    const { refspecs } = job['git_info'] as { refspecs: string[] };
    expect(refspecs).toContain('+refs/merge-requests/7/head:refs/merge-requests/7/head');
    const values = new Map(job.variables.map(({ key, value }) => [key, value]));
    const path = source.card.fullPath;
    expect(Object.fromEntries([...values].filter(([key]) => key.startsWith('CI_MERGE_REQUEST_')))).toMatchObject({
      ...{ CI_MERGE_REQUEST_ID: String(made.mergeRequest.id), CI_MERGE_REQUEST_IID: '7' },
      ...{ CI_MERGE_REQUEST_REF_PATH: 'refs/merge-requests/7/head', CI_MERGE_REQUEST_PROJECT_PATH: path },
      ...{ CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'topic', CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' },
      ...{ CI_MERGE_REQUEST_TITLE: 'Topic', CI_MERGE_REQUEST_LABELS: 'bug,ci', CI_MERGE_REQUEST_ASSIGNEES: 'ada' },
      ...{ CI_MERGE_REQUEST_MILESTONE: 'v1', CI_MERGE_REQUEST_DIFF_BASE_SHA: BASE, CI_MERGE_REQUEST_DRAFT: 'false' },
      CI_MERGE_REQUEST_EVENT_TYPE: 'detached',
    });
    expect(values.get('CI_OPEN_MERGE_REQUESTS')).toBe(`${path}!7`);
    const some = ['CI_PIPELINE_SOURCE', 'CI_COMMIT_REF_NAME', 'CI_COMMIT_BRANCH', 'SECRET', 'GITLAB_USER_LOGIN'];
    expect(some.map((key) => values.get(key))).toEqual([
      ...['merge_request_event', 'topic', undefined, undefined, author.username],
    ]);
  });

  it('store only the begin of a long description', async () => {
    const made = opened(`check: {script: a, rules: ${RULE}}`);
    const description = `${'a'.repeat(2_699)}🦔${'b'.repeat(100_000)}`;
    app.others.mergeRequests.set(`${made.target.card.id}!7`, { ...made.mergeRequest, description });
    await pushed(made);
    const [row] = await app.testDatabase.query<{ length: number }>(
      `select length(merge_request ->> 'description') as length from pipelines where project_id = $1`,
      [made.source.card.id],
    );
    expect(row!.length).toBeLessThan(3_000);
    const { variables } = await payload(made.source);
    const values = Object.fromEntries(variables.map(({ key, value }) => [key, value]));
    expect(values).toMatchObject({
      CI_MERGE_REQUEST_DESCRIPTION: `${'a'.repeat(2_699)}\uFFFD`,
      CI_MERGE_REQUEST_DESCRIPTION_IS_TRUNCATED: 'true',
    });
  });

  it('run in the fork, with the rights there', async () => {
    const made = opened(`check: {script: a, rules: ${RULE}}`, { isFork: true });
    await pushed(made);
    expect(await list(made.source, made.author)).toMatchObject([{ ref: 'topic', source: 'merge_request_event' }]);
    expect(await list(made.target, made.author)).toEqual([]);
    const job = await payload(made.source);
    const { refspecs } = job['git_info'] as { refspecs: string[] };
    expect(refspecs).toContain('+refs/heads/topic:refs/remotes/origin/topic');
    const stranger = app.user((ids += 1));
    expect(await create(made, stranger)).toMatchObject({
      status: 400,
      body: { message: { base: ['Insufficient permissions to create a new pipeline'] } },
    });
    made.source.protectedBranches.add('topic');
    expect(await create(made, made.author)).toMatchObject({
      status: 400,
      body: { message: { base: ["Insufficient permissions for protected ref 'topic'"] } },
    });
  });

  it('of a protected source branch need the rights on it', async () => {
    const made = opened();
    made.source.protectedBranches.add('topic');
    await pushed(made);
    expect(await list(made.source, made.author)).toEqual([]);
    expect(await create(made, made.author)).toMatchObject({
      status: 400,
      body: { message: { base: ["Insufficient permissions for protected ref 'topic'"] } },
    });
  });

  it('run again with the rights on the source branch, and not for protected runners', async () => {
    const made = opened(`check: {script: a, rules: ${RULE}}`);
    const { source, author } = made;
    await pushed(made);
    const [pipeline] = await list(source, author);
    const change = (verb: string) =>
      app.exchange(author, 'POST', `/projects/${source.card.id}/pipelines/${pipeline!.id}/${verb}`);
    await change('cancel');
    source.protectedBranches.add('topic').add('refs/merge-requests/7/head');
    expect((await change('retry')).status).toBe(403);
    source.members.set(author.userId, AccessLevel.master);
    expect((await change('retry')).status).toBe(201);
    const rows = 'select protected from jobs where pipeline_id = $1 and not retried';
    expect(await app.testDatabase.query(rows, [pipeline!.id])).toEqual([{ protected: false }]);
  });

  it('are created on request, again for the same head', async () => {
    const made = opened();
    await pushed(made);
    const { status, body } = await create(made, made.author);
    expect([status, body]).toMatchObject([200, { ref: 'refs/merge-requests/7/head', sha: HEAD, status: 'pending' }]);
    expect(await list(made.source, made.author)).toHaveLength(2);
  });

  it('are refused without the merge request, its commits, or jobs for it', async () => {
    const made = opened('pushed: {script: a}');
    const key = `${made.target.card.id}!7`;
    expect((await create(made, null)).status).toBe(401);
    expect((await create(made, made.author, 8)).status).toBe(404);
    expect(await create(made, made.author)).toMatchObject({
      status: 400,
      body: { message: { base: ['No stages / jobs for this pipeline.'] } },
    });
    app.others.mergeRequests.set(key, { ...made.mergeRequest, baseSha: HEAD });
    expect((await create(made, made.author)).status).toBe(405);
  });

  it('are canceled when a pipeline of a newer head waits, also of an earlier commit', async () => {
    const made = opened();
    await pushed(made);
    const key = `${made.target.card.id}!7`;
    app.others.mergeRequests.set(key, { ...made.mergeRequest, versionId: 2, headSha: NEXT });
    await pushed(made, NEXT);
    const listed = await list(made.source, made.author);
    expect(listed.map(({ sha, status }) => [sha, status])).toEqual([
      [NEXT, 'pending'],
      [HEAD, 'canceled'],
    ]);
    app.others.mergeRequests.set(key, { ...made.mergeRequest, versionId: 3 });
    await pushed(made);
    const back = await list(made.source, made.author);
    expect(back.map(({ sha, status }) => [sha, status])).toEqual([
      [HEAD, 'pending'],
      [NEXT, 'canceled'],
      [HEAD, 'canceled'],
    ]);
  });

  it('come before those of the branch in the state of the head, and are listed with them', async () => {
    const made = opened();
    const { source, author, mergeRequest } = made;
    const provider = app.get(PipelinesProvider);
    const push = { projectId: source.card.id, sequence: 1, ref: 'topic', tag: false, oldId: BASE, newId: HEAD };
    await pushed(made);
    await app.get(CreatePushPipeline).execute({ ...push, userId: author.userId }, new AbortController());
    const heads = [
      { ref: 'topic', sha: HEAD, mergeRequestId: mergeRequest.id },
      { ref: 'topic', sha: HEAD },
    ];
    const { pipelines: newest } = await provider.newest({ projectId: source.card.id, heads });
    expect(newest.map((pipeline) => pipeline?.ref)).toEqual(['refs/merge-requests/7/head', 'topic']);
    const asked = { projectId: source.card.id, ref: 'topic', shas: [HEAD], page: 1, perPage: 20 };
    const both = await provider.ofRef({ ...asked, mergeRequestId: mergeRequest.id });
    expect([both.total, both.pipelines.map(({ ref }) => ref)]).toEqual([2, ['topic', 'refs/merge-requests/7/head']]);
    expect((await provider.ofRef(asked)).total).toBe(1);
  });

  it('run on the result of the merge where the project says so, and count for the head', async () => {
    const made = opened(undefined, { mergePipelinesEnabled: true });
    const { source, author, mergeRequest } = made;
    source.merges.set(HEAD, MERGED);
    await pushed(made);
    const ref = 'refs/merge-requests/7/merge';
    expect(await list(source, author)).toMatchObject([{ ref, sha: MERGED, source: 'merge_request_event' }]);
    expect(await jobs(source, author)).toEqual(['check', 'old', 'docs']);
    expect(await list(source, author, '?scope=branches')).toEqual([]);
    const job = await payload(source);
    expect(job['git_info']).toMatchObject({ ref, sha: MERGED, refspecs: [`+${MERGED}:${ref}`, expect.any(String)] });
    expect(Object.fromEntries(job.variables.map(({ key, value }) => [key, value]))).toMatchObject({
      ...{ CI_MERGE_REQUEST_EVENT_TYPE: 'merged_result', CI_COMMIT_SHA: MERGED, CI_COMMIT_REF_NAME: 'topic' },
      ...{ CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: HEAD, CI_MERGE_REQUEST_TARGET_BRANCH_SHA: BASE },
    });
    const heads = [{ ref: 'topic', sha: HEAD, mergeRequestId: mergeRequest.id }];
    const { pipelines } = await app.get(PipelinesProvider).newest({ projectId: source.card.id, heads });
    expect(pipelines).toMatchObject([{ ref, sha: MERGED }]);
    const [pipeline] = await list(source, author);
    await app.request(author, 'POST', `/projects/${source.card.id}/pipelines/${pipeline!.id}/cancel`);
    const ended = (await app.events()).filter(({ data }) => data['pipelineId'] === pipeline!.id);
    expect(ended).toMatchObject([{ data: { mergeRequestId: mergeRequest.id, sha: MERGED, headSha: HEAD } }]);
  });

  it('merge into the target as it is when they are requested, and run on the head once that conflicts', async () => {
    const made = opened(undefined, { mergePipelinesEnabled: true });
    const { source, author } = made;
    source.merges.set(HEAD, MERGED);
    await pushed(made);
    source.branches.set('main', NEXT);
    source.merges.set(HEAD, AGAIN);
    expect(await create(made, author)).toMatchObject({ status: 200, body: { sha: AGAIN } });
    source.merges.delete(HEAD);
    expect(await create(made, author)).toMatchObject({ status: 200, body: { sha: HEAD } });
    const targets = `select ref, merge_request #>> '{merged,targetSha}' as "targetSha" from pipelines where project_id = $1 order by id`;
    expect(await app.testDatabase.query(targets, [source.card.id])).toEqual([
      { ref: 'refs/merge-requests/7/merge', targetSha: BASE },
      { ref: 'refs/merge-requests/7/merge', targetSha: NEXT },
      { ref: 'refs/merge-requests/7/head', targetSha: null },
    ]);
  });

  it.each([
    ['the changes conflict', false, 'refs/merge-requests/7/head'],
    ['they run in a fork', true, 'topic'],
  ])('run on the head if %s', async (_, isFork, ref) => {
    const made = opened(undefined, { isFork, mergePipelinesEnabled: true });
    if (isFork) made.source.merges.set(HEAD, MERGED);
    await pushed(made);
    expect(await list(made.source, made.author)).toMatchObject([{ ref, sha: HEAD }]);
  });

  it('run in the target project, on the result of the merge, for members of it who have them run from a fork', async () => {
    const made = opened(undefined, { isFork: true, mergePipelinesEnabled: true });
    const { source, target, author, mergeRequest } = made;
    for (const name of ['branches', 'files', 'changes'] as const)
      source[name].forEach((value, key) => (target[name] as Map<string, unknown>).set(key, value));
    target.merges.set(HEAD, MERGED);
    await pushed(made);
    const member = app.user((ids += 1), target, AccessLevel.developer);
    expect(await create(made, member)).toMatchObject({ status: 200, body: { sha: MERGED } });
    expect(await list(source, author)).toMatchObject([{ ref: 'topic', sha: HEAD }]);
    const [ofTarget, ...others] = await list(target, member);
    expect([ofTarget, others]).toMatchObject([{ ref: 'refs/merge-requests/7/merge', sha: MERGED }, []]);
    const heads = [{ ref: 'topic', sha: HEAD, mergeRequestId: mergeRequest.id }];
    const provider = app.get(PipelinesProvider);
    const newest = await provider.newest({ projectId: source.card.id, heads });
    expect(newest.pipelines).toMatchObject([{ id: ofTarget!.id, projectId: target.card.id }]);
    const asked = { projectId: source.card.id, ref: 'topic', shas: [HEAD], mergeRequestId: mergeRequest.id };
    const { pipelines } = await provider.ofRef({ ...asked, page: 1, perPage: 20 });
    expect(pipelines.map(({ projectId }) => projectId)).toEqual([target.card.id, source.card.id]);
    Object.assign(mergeRequest, { versionId: 2, headSha: NEXT });
    await pushed(made, NEXT);
    expect((await list(target, member)).map(({ status }) => status)).toEqual(['canceled']);
    target.protectedBranches.add('topic');
    expect(await create(made, member)).toMatchObject({ status: 400 });
  });

  it('publish the merge request with their end', async () => {
    const made = opened(`check: {script: a, rules: ${RULE}}`);
    await pushed(made);
    const [pipeline] = await list(made.source, made.author);
    await app.request(made.author, 'POST', `/projects/${made.source.card.id}/pipelines/${pipeline!.id}/cancel`);
    const ended = (await app.events()).filter(({ data }) => data['pipelineId'] === pipeline!.id);
    expect(ended).toMatchObject([
      {
        type: 'ci.pipeline-finished',
        data: { mergeRequestId: made.mergeRequest.id, headSha: HEAD, status: 'canceled' },
      },
    ]);
  });

  it('follow the events of merge requests that have a new head', async () => {
    const { target, source, author, mergeRequest } = opened();
    const data = {
      ...{ projectId: target.card.id, mergeRequestId: mergeRequest.id, iid: 7, sourceProjectId: source.card.id },
      ...{ sourceBranch: 'topic', targetBranch: 'main', headSha: HEAD, userId: author.userId },
    };
    const [created, updated] = [app.get(OnMergeRequestCreated), app.get(OnMergeRequestUpdated)];
    const handle = (run: (delivery: Delivery) => Promise<void>) => app.database.tx((tx) => run({ tx } as Delivery));
    await handle((delivery) => created.handle(data, delivery));
    await handle((delivery) => updated.handle({ ...data, state: 'opened', changed: ['version'] }, delivery));
    await handle((delivery) => updated.handle({ ...data, state: 'opened', changed: ['title'] }, delivery));
    await handle((delivery) => updated.handle({ ...data, state: 'merged', changed: ['version'] }, delivery));
    const added = await app.testDatabase.query(
      `select data from ci_jobs.job where name = 'create-merge-request-pipeline' and data #>> '{data,projectId}' = $1`,
      [String(target.card.id)],
    );
    expect(added).toHaveLength(2);
  });
});
