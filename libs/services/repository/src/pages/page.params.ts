import { v4 } from '@hearth/http';
import { diffParams } from '@hearth/pages';
import { z } from 'zod';
import { DESTINATIONS } from './ref-page.view.js';

/** Longest ref and path of an address. */
const MOST_CHARACTERS = 4_096;

/** Text of a ref and a path in an address. */
export const refPath = v4.text({ most: MOST_CHARACTERS });

export const ProjectPageParams = z.object({ id: v4.project() });

/** Parameters of a page of branches or tags. @param done notice about the form before */
export function refListParams<Done extends z.ZodType>(done: Done) {
  return ProjectPageParams.extend({
    search: v4
      .optional(v4.text())
      .describe('Only names with this text; `^text` and `text$` match the beginning and the end'),
    page: v4.page.page,
    done,
  });
}

/** `sha` may be any revision of a commit. */
export const CommitPathParams = ProjectPageParams.extend({ sha: refPath });

const matching = (pattern: RegExp) =>
  v4.optional(v4.text({ most: 40 }).refine((text) => pattern.test(text))).catch(undefined);

/** Line of the diff of a page: the anchor of its file, and its numbers before and after. */
export const lineParams = { on: matching(/^[0-9a-f]{40}$/), comment: matching(/^\d+_\d+$/) };

/** Comment on a commit: a reply in a discussion, on the line that is named, or on the whole. */
export const CommitCommentFormParams = CommitPathParams.extend({
  ...{ body: v4.text(), ...diffParams, ...lineParams },
  discussion_id: v4.optional(v4.text({ most: 40 })).describe('Discussion that the comment is a reply in'),
});

/** `path` is a ref, and the path of a folder or file after it. */
export const RefPathParams = z.object({ id: v4.project(), path: refPath });

export const RefSwitchParams = z.object({
  id: v4.project(),
  destination: v4.oneOf([...DESTINATIONS]),
  ref: refPath,
  path: v4.optional(refPath),
});
