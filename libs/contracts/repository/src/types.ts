import { z } from 'zod';

/** Difference of a file between two trees. */
export const FileDiff = z.object({
  /** Both are the file's only path, except for a renamed one. */
  oldPath: z.string(),
  newPath: z.string(),
  /** Six digits; null for the missing side of an added or deleted file. */
  oldMode: z.string().nullable(),
  newMode: z.string().nullable(),
  renamed: z.boolean(),
  /** Id of its content after; zeros for a deleted file. */
  blob: z.string().optional(),
  /** git's text from `--- a/x` on; empty where only name or mode changed, and beyond the limits. */
  patch: z.string(),
});
export type FileDiff = z.output<typeof FileDiff>;

/** Author or committer, with the time. */
const Signature = z.object({
  name: z.string(),
  email: z.string(),
  /** Since 1970. */
  seconds: z.number(),
  /** East of UTC. */
  offsetMinutes: z.number(),
});

/** A commit with everything that is presented of one. */
export const CommitCard = z.object({
  id: z.string(),
  parents: z.array(z.string()).readonly(),
  author: Signature,
  committer: Signature,
  message: z.string(),
});
export type CommitCard = z.output<typeof CommitCard>;

/** A release of a tag, as its events have it. */
export const ReleaseCard = z.object({
  id: z.int(),
  tag: z.string(),
  name: z.string(),
  /** In Markdown; cut after 32 768 characters. */
  description: z.string(),
  authorId: z.int().nullable(),
  milestoneIds: z.array(z.int()).readonly(),
  createdAt: z.iso.datetime(),
  /** May be in the future. */
  releasedAt: z.iso.datetime(),
  links: z.array(z.object({ id: z.int(), name: z.string(), url: z.string(), linkType: z.string() })).readonly(),
});
export type ReleaseCard = z.output<typeof ReleaseCard>;
