import { atLeastOneOf, refused, v4 } from '@hearth/http';
import { z } from 'zod';
import type { MemberSourceKind } from '../members/membership.rules.js';
import type { MilestoneFilters } from './milestones.store.js';

const PARENTS = { project: v4.project(), group: v4.group() };

/** Day that an empty text or null removes. */
const day = z.preprocess((value) => (value === '' ? null : value), v4.date().nullable()).optional();
const CHANGES = ['title', 'description', 'start_date', 'due_date', 'state_event'] as const;

/** Parameters of the endpoints about milestones; `id` names a project or a group. */
export function milestoneParams(kind: MemberSourceKind) {
  const parent = z.object({ id: PARENTS[kind] });
  const milestone = parent.extend({ milestone_id: v4.id() });
  return {
    list: parent.extend({
      iids: v4.optional(v4.list(v4.integer())),
      state: v4.optional(v4.oneOf(['active', 'closed', 'all'])),
      title: v4.optional(v4.text()),
      search: v4.search(),
      include_ancestors: v4
        .optional(v4.boolean())
        .describe('Whether milestones of ancestor groups are included; false by default'),
      include_parent_milestones: v4.optional(v4.boolean()).describe('Older name of `include_ancestors`'),
      include_descendants: refused(),
      search_title: refused(),
      containing_date: refused(),
      updated_after: refused(),
      updated_before: refused(),
      ...v4.page,
    }),
    create: parent.extend({
      title: v4.text({ most: 4096 }),
      description: v4.optional(v4.text()),
      due_date: day,
      start_date: day,
    }),
    milestone,
    update: atLeastOneOf(
      milestone.extend({
        title: v4.optional(v4.text({ most: 4096 })),
        description: v4.text().nullable().optional(),
        due_date: day,
        start_date: day,
        state_event: v4.optional(v4.oneOf(['close', 'activate'])),
      }),
      ...CHANGES,
    ),
    within: milestone.extend(v4.page),
  };
}
export type MilestoneParams = ReturnType<typeof milestoneParams>;

/** Converts the parameters to the filters of a list. */
export function milestoneFilters(params: z.output<MilestoneParams['list']>): MilestoneFilters {
  const { iids, state, title, search } = params;
  const withAncestors = params.include_ancestors ?? params.include_parent_milestones;
  return {
    ...(iids?.length && { iids }),
    ...(state !== undefined && state !== 'all' && { state }),
    ...(title !== undefined && { title }),
    ...(search && { search }),
    ...(withAncestors && { withAncestors }),
  };
}

/** Converts the parameters of an update; undefined values stay. */
export function milestoneChanges(params: z.output<MilestoneParams['update']>) {
  const { title, description, due_date: dueDate, start_date: startDate, state_event: event } = params;
  const state = event && (event === 'close' ? ('closed' as const) : ('active' as const));
  return { title, description, dueDate, startDate, state };
}
