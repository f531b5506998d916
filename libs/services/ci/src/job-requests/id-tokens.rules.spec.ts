import type { ProjectId } from '@hearth/contract-kit';
import { tokenJob } from './id-tokens.rules.js';
import type { JobPayload } from './job-payload.facts.js';

const [TARGET, FORK] = [1 as ProjectId, 2 as ProjectId];

/** The payload of a job of a merge request from the branch main into the target. */
function payload(projectId: ProjectId, sourceProjectId: ProjectId, ref: string): JobPayload {
  const mergeRequest = { sourceProjectId, sourceBranch: 'main' };
  const build = { id: 4, pipelineId: 3, ref, tag: false, protected: false, options: {}, mergeRequest };
  const project = { id: projectId, fullPath: `group/p${projectId}`, visibility: 'private' };
  return { build, project, user: null } as unknown as JobPayload;
}

describe('the data of a job in its id_tokens', () => {
  it.each([
    ['of the project itself', payload(TARGET, TARGET, 'refs/merge-requests/7/head'), 'main', undefined],
    ['of a fork, in the fork', payload(FORK, FORK, 'main'), 'main', undefined],
    [
      'of a fork, in the target',
      payload(TARGET, FORK, 'refs/merge-requests/7/head'),
      'refs/merge-requests/7/head',
      true,
    ],
  ])('names the ref of a merge request %s', (_, job, ref, fromFork) => {
    const data = tokenJob(job, 9);
    expect([data.ref, data.fromFork, data.projectPath]).toEqual([ref, fromFork, job.project.fullPath]);
  });
});
