import { z } from 'zod';

/** An issue that a text names. */
export const IssueReference = z.object({
  /** Full path of its project; null: the project of the text. */
  path: z.string().nullable(),
  iid: z.int(),
});
