import { z } from 'zod';
import type { LabelRecord, ProjectLabelRecord } from './labels.store.js';

/** Label in the answers about a group. */
export const GroupLabelView = z.strictObject({
  id: z.int(),
  name: z.string(),
  color: z.string(),
  description: z.string().nullable(),
  subscribed: z.boolean(),
});
export type GroupLabelView = z.output<typeof GroupLabelView>;

/** Label in the answers about a project. */
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
  is_project_label: z.boolean().describe('Whether the label belongs to the project; false for labels of its groups'),
});
export type LabelView = z.output<typeof LabelView>;

export function presentLabel(label: ProjectLabelRecord): LabelView {
  const { subscribed, ...shared } = presentGroupLabel(label);
  return {
    ...shared,
    open_issues_count: label.openIssues,
    closed_issues_count: label.closedIssues,
    // Not counted: merge requests belong to another service.
    open_merge_requests_count: 0,
    priority: label.priority,
    subscribed,
    is_project_label: label.isOfProject,
  };
}

export function presentGroupLabel({ id, name, color, description, subscribed }: LabelRecord): GroupLabelView {
  return { id, name, color, description, subscribed };
}
