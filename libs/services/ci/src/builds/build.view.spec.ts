import type { ProjectId } from '@hearth/contract-kit';
import type { ProjectName } from '@hearth/projects-contracts';
import type { BuildFact } from './build.facts.js';
import { JobView, RunnerJobView, presentJob, presentRunnerJob } from './build.view.js';

const BASE_URL = 'http://hearth.test:8080';
const createdAt = new Date('2018-01-15T10:07:21.123Z');
const id = 3 as ProjectId;

const project: ProjectName = {
  ...{ id, name: 'P', nameWithNamespace: 'G / P', path: 'p', fullPath: 'g/p', description: null },
  ...{ visibility: 'private', createdAt: createdAt.toISOString(), defaultBranch: 'main', groupIds: [] },
};

const fact: BuildFact = {
  build: {
    ...{
      id: 7,
      projectId: id,
      pipelineId: 5,
      pipelineStatus: 'running',
      pipelineIid: 2,
      sha: 'a'.repeat(40),
      ref: 'main',
      tag: false,
    },
    ...{
      stage: 'test',
      stageIndex: 0,
      name: 'unit',
      isBridge: false,
      status: 'pending',
      when: 'on_success',
      coverage: null,
    },
    ...{ userId: null, runnerId: null, createdAt, startedAt: null, finishedAt: null },
    sourceBranch: null,
    ...{ pipelineSource: 'push', pipelineCreatedAt: createdAt, pipelineUpdatedAt: createdAt, queuedAt: null },
    ...{
      artifacts: null,
      reports: null,
      artifactsAccess: null,
      exposedArtifacts: null,
      artifactsExpireAt: null,
      erasedAt: null,
      allowFailure: false,
      failureReason: null,
      tags: [],
    },
  },
  ...{ user: null, commit: null, runner: null, project },
};

describe.each([
  ['presentJob', (of: BuildFact) => JobView.parse(presentJob(of, BASE_URL, createdAt))],
  ['presentRunnerJob', (of: BuildFact) => RunnerJobView.parse(presentRunnerJob(of, BASE_URL, createdAt))],
])('%s', (_, present) => {
  it('has the addresses of the job and its pipeline', () => {
    expect(present(fact)).toMatchObject({
      web_url: `${BASE_URL}/g/p/-/jobs/7`,
      pipeline: { id: 5, iid: 2, project_id: 3, source: 'push', web_url: `${BASE_URL}/g/p/-/pipelines/5` },
    });
  });

  it('says why the job failed', () => {
    expect(present(fact)).not.toHaveProperty('failure_reason');
    const build = { ...fact.build, status: 'failed', failureReason: 'script_failure', tags: ['ruby'] } as const;
    expect(present({ ...fact, build })).toMatchObject({ failure_reason: 'script_failure', tag_list: ['ruby'] });
  });

  it('leaves them out while the project is being deleted', () => {
    const { web_url: webUrl, pipeline } = present({ ...fact, project: null });
    expect([webUrl, pipeline.web_url]).toEqual([undefined, undefined]);
  });
});
