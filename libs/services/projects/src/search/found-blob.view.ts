import path from 'node:path';
import type { ProjectId } from '@hearth/contract-kit';
import type { FoundLines } from '@hearth/repository-contracts';
import { z } from 'zod';

/** Lines of a file that a search has found. */
export const FoundBlobView = z.strictObject({
  basename: z.string().describe('The path without the extension'),
  data: z.string().describe('The lines, with up to two before and after'),
  path: z.string(),
  filename: z.string().describe('The same as `path`'),
  id: z.null(),
  ref: z.string().nullable().describe('The searched branch, tag or commit'),
  startline: z.int().describe('Number of the first line of `data`'),
  project_id: z.int(),
});
export type FoundBlobView = z.output<typeof FoundBlobView>;

/** @param searched project, and the name of the ref in it */
export function presentFoundBlob(
  found: FoundLines,
  searched: { readonly projectId: ProjectId; readonly ref: string | null },
): FoundBlobView {
  const extension = path.posix.extname(found.path);
  return {
    basename: found.path.slice(0, found.path.length - extension.length),
    data: found.text,
    path: found.path,
    filename: found.path,
    id: null,
    ref: searched.ref,
    startline: found.startLine,
    project_id: searched.projectId,
  };
}
