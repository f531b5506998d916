import { v4 } from '@hearth/http';
import { confirmed, defineNotices } from '@hearth/pages';
import { z } from 'zod';
import type { MemberSourceKind } from '../members/membership.rules.js';
import type { MilestoneColumns } from '../milestones/milestone.rules.js';
import { milestoneParams } from '../milestones/milestone.params.js';

const notices = defineNotices({
  created: 'Created.',
  saved: 'Saved.',
  deleted: 'Deleted.',
  promoted: 'It is a milestone of the group now.',
});
export const { noticeOf, withNotice } = notices;

const LIST_STATES = ['active', 'closed', 'all'] as const;
export type MilestoneListState = (typeof LIST_STATES)[number];

const { title, start_date, due_date } = milestoneParams('project').create.shape;
const fields = { title: title.prefault(''), description: v4.text().prefault(''), start_date, due_date };

/** Parameters of the pages of milestones; `id` names a project or a group. */
export function milestonePageParams(kind: MemberSourceKind) {
  const within = z.object({ id: v4[kind]() });
  const milestone = within.extend({ iid: v4.id() });
  return {
    list: within.extend({
      state: v4.optional(v4.oneOf(LIST_STATES)).catch(undefined),
      search: v4.search(),
      page: v4.page.page,
      done: notices.done,
    }),
    new: within,
    create: within.extend(fields),
    milestone,
    show: milestone.extend({ done: notices.done }),
    update: milestone.extend(fields),
    state: milestone.extend({ state_event: v4.oneOf(['close', 'activate']) }),
    delete: milestone.extend({ confirmed }),
  };
}
export type MilestonePageParams = ReturnType<typeof milestonePageParams>;

/** Converts the fields of a form to the columns of a milestone. */
export function milestoneOf(form: z.output<MilestonePageParams['create']>): MilestoneColumns {
  const { start_date: startDate = null, due_date: dueDate = null } = form;
  return { title: form.title, description: form.description || null, startDate, dueDate };
}
