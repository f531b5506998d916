import { z } from 'zod';

/** An issue that a text names. */
export const IssueReference = z.object({
  /** Full path of its project; null: the project of the text. */
  path: z.string().nullable(),
  iid: z.int(),
});

/** Id, number and title of a merge request, for lists of other services. */
export const MergeRequestCard = z.object({
  id: z.int(),
  iid: z.int(),
  title: z.string(),
});
export type MergeRequestCard = z.output<typeof MergeRequestCard>;
