import { PIPELINE_STATUSES, PipelineBasicView, presentPipelineBasic } from '@hearth/ci-contracts';
import { CommitView, presentCommit } from '@hearth/repository-contracts';
import { z } from 'zod';
import type { LineStats } from '../git/reads/diffs.js';
import type { CommitDetailFact, CommitFact } from './commits.facts.js';

export const CommitStatsView = z.strictObject({ additions: z.int(), deletions: z.int(), total: z.int() });
export type CommitStatsView = z.output<typeof CommitStatsView>;

/** In lists, `stats` is included on request. */
export const ListedCommitView = CommitView.extend({ stats: CommitStatsView.optional() });
export type ListedCommitView = z.output<typeof ListedCommitView>;

/** A single commit with its last pipeline, whose status is the commit's. */
export const CommitDetailView = ListedCommitView.extend({
  status: z.enum(PIPELINE_STATUSES).nullable(),
  last_pipeline: PipelineBasicView.nullable(),
});
export type CommitDetailView = z.output<typeof CommitDetailView>;

/** Place of a commit in its history. */
export const CommitSequenceView = z.strictObject({
  count: z.int().describe('Number of commits that the commit contains, itself included'),
});
export type CommitSequenceView = z.output<typeof CommitSequenceView>;

/** Branch or tag that contains a commit. */
export const RefView = z.strictObject({ type: z.enum(['branch', 'tag']), name: z.string() });
export type RefView = z.output<typeof RefView>;

export function presentListedCommit({ commit, stats }: CommitFact): ListedCommitView {
  return { ...presentCommit(commit), ...(stats && { stats: presentStats(stats) }) };
}

export function presentCommitDetail({ lastPipeline, ...fact }: CommitDetailFact): CommitDetailView {
  return {
    ...presentListedCommit(fact),
    status: lastPipeline?.status ?? null,
    last_pipeline: lastPipeline && presentPipelineBasic(lastPipeline, null),
  };
}

export function presentStats({ additions, deletions }: LineStats): CommitStatsView {
  return { additions, deletions, total: additions + deletions };
}
