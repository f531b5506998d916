import { z } from 'zod';
import type { Milestone } from './types.js';

/** The milestone record of a project or of a group: of its own endpoints, and of the records that embed it. */
export const MilestoneView = z.strictObject({
  id: z.int(),
  iid: z.int(),
  project_id: z.int().optional(),
  group_id: z.int().optional(),
  title: z.string(),
  description: z.string().nullable(),
  state: z.enum(['active', 'closed']),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  due_date: z.iso.date().nullable(),
  start_date: z.iso.date().nullable(),
});
export type MilestoneView = z.output<typeof MilestoneView>;

export function presentMilestone(milestone: Milestone): MilestoneView {
  const { id, iid, projectId, groupId } = milestone;
  return {
    id,
    iid,
    ...(projectId !== null && { project_id: projectId }),
    ...(groupId !== null && { group_id: groupId }),
    title: milestone.title,
    description: milestone.description,
    state: milestone.state,
    created_at: milestone.createdAt,
    updated_at: milestone.updatedAt,
    due_date: milestone.dueDate,
    start_date: milestone.startDate,
  };
}
