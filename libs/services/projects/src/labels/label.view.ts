import { z } from 'zod';
import type { LabelRecord } from './labels.store.js';

export const LabelView = z.strictObject({
  id: z.int(),
  name: z.string(),
  color: z.string(),
  description: z.string().nullable(),
  open_issues_count: z.int(),
  closed_issues_count: z.int(),
  open_merge_requests_count: z.int(),
  priority: z.int().nullable(),
  subscribed: z.boolean(),
});
export type LabelView = z.output<typeof LabelView>;

export function presentLabel(label: LabelRecord): LabelView {
  return {
    id: label.id,
    name: label.name,
    color: label.color,
    description: label.description,
    open_issues_count: label.openIssues,
    closed_issues_count: label.closedIssues,
    // Not counted: merge requests belong to another service.
    open_merge_requests_count: 0,
    priority: label.priority,
    subscribed: label.subscribed,
  };
}
