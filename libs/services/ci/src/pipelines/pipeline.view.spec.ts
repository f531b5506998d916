import type { ProjectId } from '@hearth/contract-kit';
import { PipelineBasicView, presentPipelineBasic } from '@hearth/ci-contracts';
import { queuedSecondsOf } from './pipeline-status.rules.js';
import { PipelineSummaryView, PipelineView, presentPipeline, presentPipelineSummary } from './pipeline.view.js';
import type { Pipeline } from './pipelines.store.js';

const BASE_URL = 'http://hearth.test:8080';
const createdAt = new Date('2018-01-15T10:07:21.123Z');

const pipeline: Pipeline = {
  ...{
    id: 5,
    iid: 2,
    name: null,
    source: 'push',
    projectId: 3 as ProjectId,
    ref: 'main',
    tag: false,
    sha: 'a'.repeat(40),
    headSha: 'a'.repeat(40),
    beforeSha: null,
    mergeRequestId: null,
    sourceBranch: null,
    isAwaited: false,
    cancelOnNewCommit: 'conservative',
    cancelOnJobFailure: 'none',
  },
  ...{ status: 'running', userId: null, yamlErrors: null, duration: null, createdAt, updatedAt: createdAt },
  ...{ committedAt: null, startedAt: null, finishedAt: null },
};

describe('pipeline records', () => {
  it('have the address of the pipeline', () => {
    const expected = `${BASE_URL}/g/p/-/pipelines/5`;
    const fact = { pipeline, projectPath: 'g/p', user: null, coverage: null };
    expect(PipelineView.parse(presentPipeline(fact, BASE_URL)).web_url).toBe(expected);
    expect(PipelineSummaryView.parse(presentPipelineSummary(pipeline, `${BASE_URL}/g/p`)).web_url).toBe(expected);
  });

  it('have the time that the pipeline waited, in whole seconds', () => {
    const at = (ms: number) => new Date(createdAt.getTime() + ms);
    const waited = [null, at(900), at(2_900)].map((startedAt) => queuedSecondsOf({ createdAt, startedAt }));
    expect(waited).toEqual([null, null, 2]);
  });

  it('leave it out in records of other services', () => {
    const { id, sha, ref, status } = pipeline;
    expect(PipelineBasicView.parse(presentPipelineBasic(pipeline, null))).toEqual({ id, sha, ref, status });
  });
});
