import type { OtherJob } from '../configuration/other-jobs.rules.js';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline } from '../testing/make-pipeline.js';
import type { FakeProject } from '../testing/other-services.js';
import { RunnerClient, type TakenJob } from '../testing/runner-client.js';

describe('jobs that need jobs of other pipelines', () => {
  const app = CiApp.inBlock();

  /** Runs `pack` with artifacts in a new pipeline of a project, whose job `wait` stays. @returns its id, and that of the pipeline */
  const pack = async (project: FakeProject) => {
    const dev = app.user(1_000 + project.card.id, project, 30);
    const artifacts = { name: null, untracked: false, paths: ['a'], when: 'always' as const, expireIn: null };
    const options = { script: ['a'], artifacts: { ...artifacts, reports: { dotenv: ['.env'] } } };
    const builds = [
      { name: 'pack', options },
      { name: 'wait', tags: ['none'] },
    ];
    const { id } = await makePipeline(app, project, builds, { userId: dev.userId });
    const client = await RunnerClient.register(app, `project-${project.card.id}`);
    const job = (await client.take())!;
    await client.upload(job, Buffer.from('PK'));
    await client.report(job, 'dotenv', 'PACKED=yes');
    await client.put(job, { state: 'success' });
    return { id, job: job.id };
  };

  /** Takes a job with needs, in a pipeline of a project. */
  const take = async (project: FakeProject, otherJobs: readonly OtherJob[]) => {
    const user = app.user(1_000 + project.card.id, project, 30);
    const options = { script: ['a'], dependencies: [], otherJobs };
    const variables = [{ key: 'REF', value: 'main', public: true }];
    const made = await makePipeline(app, project, [{ name: 'use', options, variables }], { userId: user.userId });
    const client = await RunnerClient.register(app, `project-${project.card.id}`);
    const job = (await client.take()) as TakenJob | undefined;
    const [{ reason } = { reason: null }] = await app.testDatabase.query<{ reason: string | null }>(
      'select failure_reason as reason from jobs where id = $1',
      [made.jobs[0]],
    );
    return {
      client,
      user,
      job,
      reason,
      ids: (job?.['dependencies'] as { id: number }[] | undefined)?.map(({ id }) => id),
    };
  };

  it('get the artifacts of the newest success in another project, as long as their user may read it', async () => {
    const [library, project] = [app.others.addProject(), app.others.addProject()];
    await pack(library);
    const { job: newest } = await pack(library);
    const needed = { project: library.card.fullPath, ref: '$REF', job: 'pack' };
    const foreign = await take(project, [needed]);
    expect(foreign).toMatchObject({ job: undefined, reason: 'missing_dependency_failure' });
    library.members.set(foreign.user.userId, 20);
    const { client, user, job, ids } = await take(project, [needed]);
    expect(ids).toEqual([newest]);
    const download = async () => (await client.download(newest, job!)).status;
    expect(await download()).toBe(200);
    const without = await take(project, []);
    expect((await without.client.download(newest, without.job!)).status).toBe(403);
    library.members.delete(user.userId);
    expect(await download()).toBe(403);
  });

  it('get the artifacts of the pipelines that have started theirs, and of no others', async () => {
    const project = app.others.addProject();
    const [parent, other] = [await pack(project), await pack(project)];
    const start = `update pipelines set upstream_pipeline_id = $1, root_pipeline_id = $1, source = 'parent_pipeline'
      where id = (select max(id) from pipelines)`;
    const needed = { pipeline: String(parent.id), job: 'pack' };
    const child = app.user(1_000 + project.card.id, project, 30);
    const options = { script: ['a'], dependencies: [], otherJobs: [needed] };
    await makePipeline(app, project, [{ name: 'use', options }], { userId: child.userId });
    await app.testDatabase.query(start, [parent.id]);
    const client = await RunnerClient.register(app, `project-${project.card.id}`);
    const job = (await client.take())!;
    expect(job['dependencies']).toMatchObject([{ id: parent.job, name: 'pack' }]);
    expect(job.variables.find(({ key }) => key === 'PACKED')?.value).toBe('yes');
    expect((await client.download(parent.job, job)).status).toBe(200);
    expect((await client.download(other.job, job)).status).toBe(403);
    for (const each of [needed, { pipeline: 'main', job: 'pack' }])
      expect((await take(project, [each])).reason).toBe('missing_dependency_failure');
  });
});
