import { PIPELINE_STATUSES } from '@hearth/ci-contracts';
import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { z } from 'zod';
import { jobUrl } from '../builds/build.view.js';
import type { CommitStatusFact } from './commit-status.facts.js';

/** Record of a commit status. */
export const CommitStatusView = z.strictObject({
  id: z.int(),
  sha: z.string(),
  ref: z.string(),
  status: z.enum(PIPELINE_STATUSES),
  name: z.string(),
  target_url: z
    .string()
    .nullable()
    .describe('Address of details: of the job, or as it was posted; null where none was posted'),
  description: z.string().nullable(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  allow_failure: z.boolean(),
  coverage: z.number().nullable(),
  author: UserBasicView.nullable(),
});
export type CommitStatusView = z.output<typeof CommitStatusView>;

export function presentCommitStatus(fact: CommitStatusFact, baseUrl: string): CommitStatusView {
  const { status, projectPath, author } = fact;
  return {
    id: status.id,
    sha: status.sha,
    ref: status.ref,
    status: status.status,
    name: status.name,
    target_url: status.kind === 'build' ? jobUrl(`${baseUrl}/${projectPath}`, status.id) : status.targetUrl,
    description: status.description,
    created_at: status.createdAt.toISOString(),
    started_at: status.startedAt?.toISOString() ?? null,
    finished_at: status.finishedAt?.toISOString() ?? null,
    allow_failure: status.allowFailure,
    coverage: status.coverage,
    author: author && presentUserBasic(author, baseUrl),
  };
}
