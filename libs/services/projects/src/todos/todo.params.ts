import { v4 } from '@hearth/http';
import { z } from 'zod';
import { ACTIONS, STATES, TARGET_TYPES, type TodoFilters } from './todo.rules.js';

export const ListTodosParams = z.object({
  action: v4.optional(v4.oneOf(ACTIONS)).describe('Only to-do items for this reason'),
  author_id: v4.optional(v4.integer()).describe('Only to-do items caused by this user'),
  project_id: v4.optional(v4.integer()).describe('Only to-do items in this project'),
  group_id: v4.optional(v4.integer()).describe('Only to-do items in the projects of this group and its subgroups'),
  state: v4.optional(v4.oneOf(STATES)).describe('`pending` by default'),
  type: v4
    .optional(v4.oneOf(TARGET_TYPES))
    .describe('Only to-do items on this kind of record; there are those on an `Issue` and on a `MergeRequest`'),
  ...v4.page,
});
export const TodoParams = z.object({ id: v4.id() });
export const NoParams = z.object({});
export const MergeRequestTodoParams = z.object({ id: v4.project(), merge_request_iid: v4.id() });

/** Converts the parameters of a list. */
export function todoFilters(params: z.output<typeof ListTodosParams>): TodoFilters {
  const { action, author_id: authorId, project_id: projectId, group_id: groupId, state = 'pending', type } = params;
  return { action, authorId, projectId, groupId, state, type };
}
