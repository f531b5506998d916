import type { ProjectId } from '@hearth/contract-kit';
import { ProjectsByIdsQuery } from '@hearth/projects-contracts';
import { CommitsByIdsQuery, ProtectedRefsQuery } from '@hearth/repository-contracts';
import { JobPayloadFacts } from './job-payload.facts.js';

const signature = { name: 'Ada', email: 'ada@example.com', seconds: 1_500_000_000, offsetMinutes: 0 };
const projectId = 1 as ProjectId;

/** Returns a commit as jobs got it twice, and how often it was read. */
async function twice(parents: number, message: string) {
  let reads = 0;
  const answers = new Map<unknown, object>([
    [ProjectsByIdsQuery, { projects: [{ id: projectId, groupIds: [] }] }],
    [ProtectedRefsQuery, { protected: [false] }],
    [
      CommitsByIdsQuery,
      { commits: [{ id: 'a', parents: Array(parents).fill('b'), author: signature, committer: signature, message }] },
    ],
  ]);
  const query = (asked: unknown) => {
    if (asked === CommitsByIdsQuery) reads++;
    return Promise.resolve(answers.get(asked));
  };
  const stored = {
    id: 1,
    projectId,
    pipelineId: 1,
    sha: 'a',
    userId: null,
    options: {},
    ref: 'main',
    tag: false,
    mergeRequest: null,
  };
  const none = {} as never;
  const facts = new JobPayloadFacts(
    none,
    { findRunnable: () => Promise.resolve([stored]) } as never,
    { forJobs: () => Promise.resolve([[]]) } as never,
    none,
    { query } as never,
    { dependencies: () => Promise.resolve([]) } as never,
    { objects: null } as never,
  );
  await facts.of(projectId, 1, '');
  const { commit } = await facts.of(projectId, 1, '');
  return { commit, reads };
}

describe('the commit of jobs', () => {
  it('is kept without its parents', async () => {
    const commit = { author: signature, committer: signature, message: 'Begin' };
    expect(await twice(100_000, 'Begin')).toEqual({ commit, reads: 1 });
  });

  it('is read again when it is large', async () => {
    expect(await twice(1, 'x'.repeat(65_536))).toMatchObject({ reads: 2 });
  });
});
