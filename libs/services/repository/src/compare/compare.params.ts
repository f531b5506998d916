import { refused, v4 } from '@hearth/http';
import { z } from 'zod';

export const CompareParams = z.object({
  id: v4.project(),
  from: v4.text(),
  to: v4.text(),
  straight: v4.boolean().optional(),
  from_project_id: refused(),
});
export type CompareParams = z.output<typeof CompareParams>;

/** Each ref costs a walk through the history. */
const MOST_REFS = 100;

export const MergeBaseParams = z.object({ id: v4.project(), refs: v4.list(v4.text(), { most: MOST_REFS }) });
export type MergeBaseParams = z.output<typeof MergeBaseParams>;
