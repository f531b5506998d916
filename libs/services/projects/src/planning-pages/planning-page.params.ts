import { v4 } from '@hearth/http';
import { confirmed, defineNotices } from '@hearth/pages';
import { z } from 'zod';
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

export const MilestoneListPageParams = z.object({
  id: v4.project(),
  state: v4.optional(v4.oneOf(LIST_STATES)).catch(undefined),
  search: v4.search(),
  page: v4.page.page,
  done: notices.done,
});
export const MilestonePageParams = z.object({ id: v4.project(), iid: v4.id() });
export const ShowMilestonePageParams = MilestonePageParams.extend({ done: notices.done });

const { title, start_date, due_date } = milestoneParams('project').create.shape;
const fields = { title: title.prefault(''), description: v4.text().prefault(''), start_date, due_date };
export const NewMilestonePageParams = z.object({ id: v4.project() });
export const NewMilestoneFormParams = NewMilestonePageParams.extend(fields);
export const EditMilestoneFormParams = MilestonePageParams.extend(fields);
export const MilestoneStateParams = MilestonePageParams.extend({ state_event: v4.oneOf(['close', 'activate']) });
export const DeleteMilestoneFormParams = MilestonePageParams.extend({ confirmed });

/** Converts the fields of a form to the columns of a milestone. */
export function milestoneOf(form: z.output<typeof NewMilestoneFormParams>): MilestoneColumns {
  const { start_date: startDate = null, due_date: dueDate = null } = form;
  return { title: form.title, description: form.description || null, startDate, dueDate };
}
