import { PIPELINE_STATUSES, UserBasicView, presentUserBasic } from '@hearth/contracts';
import { z } from 'zod';
import type { CommitStatusFact } from './commit-status.facts.js';

/** The record of a commit's status. */
export const CommitStatusView = z.strictObject({
  id: z.int(),
  sha: z.string(),
  ref: z.string(),
  status: z.enum(PIPELINE_STATUSES),
  name: z.string(),
  target_url: z.string().nullable(),
  description: z.string().nullable(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  allow_failure: z.boolean(),
  coverage: z.number().nullable(),
  author: UserBasicView.nullable(),
});
export type CommitStatusView = z.output<typeof CommitStatusView>;

export function presentCommitStatus({ status, author }: CommitStatusFact, baseUrl: string): CommitStatusView {
  return {
    id: status.id,
    sha: status.sha,
    ref: status.ref,
    status: status.status,
    name: status.name,
    target_url: status.targetUrl,
    description: status.description,
    created_at: status.createdAt.toISOString(),
    started_at: status.startedAt?.toISOString() ?? null,
    finished_at: status.finishedAt?.toISOString() ?? null,
    allow_failure: status.allowFailure,
    coverage: status.coverage,
    author: author && presentUserBasic(author, baseUrl),
  };
}
