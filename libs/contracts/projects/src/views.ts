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

/** References by which texts name an issue or a merge request. */
export const ReferencesView = z.strictObject({
  short: z.string().describe('As texts of the project name it'),
  relative: z.string().describe('As texts of the project or group of the request name it'),
  full: z.string().describe('As texts of all projects name it'),
});
export type ReferencesView = z.output<typeof ReferencesView>;

/** Tasks in the description of an issue or a merge request. */
export const TaskCompletionView = z.strictObject({
  count: z.int().describe('Number of tasks'),
  completed_count: z.int().describe('Number of tasks that are done'),
});
export type TaskCompletionView = z.output<typeof TaskCompletionView>;

/** Estimated and spent time of an issue or a merge request, in seconds and for people. */
export const TimeStatsView = z.strictObject({
  time_estimate: z.int(),
  total_time_spent: z.int(),
  human_time_estimate: z.string().nullable(),
  human_total_time_spent: z.string().nullable(),
});
export type TimeStatsView = z.output<typeof TimeStatsView>;
