import { CommitView, presentCommit } from '@hearth/repository-contracts';
import { z } from 'zod';
import type { BlameHunk, FileFact } from './files.facts.js';

export const FileView = z.strictObject({
  file_name: z.string(),
  file_path: z.string(),
  size: z.int(),
  encoding: z.literal('base64'),
  ref: z.string(),
  blob_id: z.string(),
  commit_id: z.string(),
  last_commit_id: z.string(),
  content: z.string(),
});
export type FileView = z.output<typeof FileView>;

/** Returns the record without its content. */
export function presentFile({ path, ref, blob, commit, lastCommit }: FileFact): Omit<FileView, 'content'> {
  return {
    file_name: path.slice(path.lastIndexOf('/') + 1),
    file_path: path,
    size: blob.size,
    encoding: 'base64',
    ref,
    blob_id: blob.id,
    commit_id: commit,
    last_commit_id: lastCommit,
  };
}

const HEADERS: Readonly<Record<keyof Omit<FileView, 'content'>, string>> = {
  file_name: 'X-Gitlab-File-Name',
  file_path: 'X-Gitlab-File-Path',
  size: 'X-Gitlab-Size',
  encoding: 'X-Gitlab-Encoding',
  ref: 'X-Gitlab-Ref',
  blob_id: 'X-Gitlab-Blob-Id',
  commit_id: 'X-Gitlab-Commit-Id',
  last_commit_id: 'X-Gitlab-Last-Commit-Id',
};

/** Returns the record's fields as headers of a HEAD response. Characters that a header cannot hold are percent-encoded. */
export function fileHeaders(record: Omit<FileView, 'content'>): Record<string, string> {
  const text = (value: unknown) => String(value).replace(/[^\x20-\x7e]+/g, encodeURIComponent);
  return Object.fromEntries(
    Object.entries(HEADERS).map(([field, header]) => [header, text(record[field as keyof typeof HEADERS])]),
  );
}

/** Adjacent lines that come from one commit. */
export const BlameView = z.strictObject({
  commit: CommitView.omit({ short_id: true, title: true, created_at: true }).describe(
    'Commit that the lines come from',
  ),
  lines: z.array(z.string()).describe('The lines, without their ends'),
});
export type BlameView = z.output<typeof BlameView>;

export function presentBlame({ commit, lines }: BlameHunk): BlameView {
  const { short_id: _shortId, title: _title, created_at: _createdAt, ...shown } = presentCommit(commit);
  return { commit: shown, lines: [...lines] };
}
