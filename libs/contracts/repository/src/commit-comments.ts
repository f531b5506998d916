import { ProjectId, defineQuery } from '@hearth/contract-kit';
import { z } from 'zod';
import { CommitId } from './queries.js';

/**
 * Which number of a line of a diff is given: `new`, that in the new file; `old`, that in the old file; `removed`, for a removed line of a comment
 * without a position, that of the next line that remains.
 */
export const DiffSide = z.enum(['new', 'old', 'removed']);

/** A comment on a commit. */
export const CommitComment = z.object({
  id: z.int(),
  commitId: z.string(),
  authorId: z.int(),
  note: z.string(),
  /** Whether it is on a line of the commit's diff. */
  onLine: z.boolean(),
  /** Line that it is on, of the old file for a removed one: also one that the commit does not change. */
  line: z.object({ path: z.string(), number: z.int(), side: DiffSide.optional() }).nullish(),
  createdAt: z.iso.datetime(),
});
export type CommitComment = z.output<typeof CommitComment>;

/** Returns comments on commits by id; unknown ones are left out. */
export const CommitCommentsByIdsQuery = defineQuery({
  name: 'repository.commit-comments-by-ids',
  callers: ['projects'],
  input: z.object({
    ids: z.array(z.int()).max(100),
    /** Characters of each text that are read; without it, whole texts. */
    mostText: z.int().min(0).optional(),
  }),
  output: z.object({ comments: z.array(CommitComment) }),
});

/** Returns the ids of the authors of comments on a commit; at most 1000. */
export const CommitCommentersQuery = defineQuery({
  name: 'repository.commit-commenters',
  callers: ['projects'],
  input: z.object({ projectId: ProjectId, commitId: z.string() }),
  output: z.object({ userIds: z.array(z.int()) }),
});

/** Line of a diff between two commits. */
export const DiffPlace = z.object({
  /** Null: the first parent; a commit without one adds all its files. */
  from: CommitId.nullable(),
  to: CommitId,
  /** Path after, of a deleted file before. */
  path: z.string(),
  number: z.int(),
  side: DiffSide,
});
export type DiffPlace = z.output<typeof DiffPlace>;

/** Line of an excerpt, cut after 400 characters. */
export const ExcerptLine = z.object({ kind: z.enum(['added', 'removed', 'same']), text: z.string() });
export type ExcerptLine = z.output<typeof ExcerptLine>;

/** Returns lines of diffs, each with those above it in its hunk: 16 together at most. */
export const DiffExcerptsQuery = defineQuery({
  name: 'repository.diff-excerpts',
  callers: ['projects'],
  routeBy: 'projectId',
  input: z.object({ projectId: ProjectId, places: z.array(DiffPlace).max(50) }),
  output: z.object({
    /** In the order of the input; empty where the diff does not show the line, or has no texts. */
    excerpts: z.array(z.array(ExcerptLine)),
  }),
});
