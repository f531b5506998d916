import {
  CommitView,
  DiffEntryView,
  presentCommit,
  presentDiffEntry,
  type CommitCard,
  type FileDiff,
} from '@hearth/repository-contracts';
import { Stream } from '@hearth/http';
import { z } from 'zod';
import { DetailedMergeRequestView } from '../merge-requests/merge-request.view.js';
import type { Version } from './versions.store.js';

export const MergeRequestChangesView = DetailedMergeRequestView.extend({ changes: z.array(DiffEntryView) });
export type MergeRequestChangesView = z.output<typeof MergeRequestChangesView>;

export const VersionView = z.strictObject({
  id: z.int(),
  head_commit_sha: z.string(),
  base_commit_sha: z.string().nullable(),
  start_commit_sha: z.string(),
  created_at: z.iso.datetime(),
  merge_request_id: z.int(),
  state: z.enum(['collected', 'overflow', 'empty']),
  real_size: z.string(),
});
export type VersionView = z.output<typeof VersionView>;

export const DetailedVersionView = VersionView.extend({ commits: z.array(CommitView), diffs: z.array(DiffEntryView) });
export type DetailedVersionView = z.output<typeof DetailedVersionView>;

export function presentVersion(version: Version): VersionView {
  return {
    id: version.id,
    head_commit_sha: version.headSha,
    base_commit_sha: version.baseSha,
    start_commit_sha: version.startSha,
    created_at: version.createdAt.toISOString(),
    merge_request_id: version.mergeRequestId,
    state: version.state,
    real_size: `${version.filesCount}${version.state === 'overflow' ? '+' : ''}`,
  };
}

export function presentDetailedVersion(
  version: Version,
  commits: readonly CommitCard[],
  files: readonly FileDiff[],
): DetailedVersionView {
  return { ...presentVersion(version), commits: commits.map(presentCommit), diffs: files.map(presentDiffEntry) };
}

export function presentRawDiff(text: string): Stream {
  const body = Buffer.from(text);
  return new Stream(body, { type: 'text/plain', length: body.length });
}
