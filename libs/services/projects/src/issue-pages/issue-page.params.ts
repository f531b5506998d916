import { v4 } from '@hearth/http';
import { MOST_TEXT } from '@hearth/notes';
import { defineNotices } from '@hearth/pages';
import { z } from 'zod';
import { MOST_TEXT as MOST_DESCRIPTION } from '../issues/issue.rules.js';

const LIST_STATES = ['opened', 'closed', 'all'] as const;
export type ListState = (typeof LIST_STATES)[number];

const notices = defineNotices({
  saved: 'Saved.',
  actions: 'Your quick actions were carried out.',
  awarded: 'Your emoji was given as an award.',
});
export const { noticeOf, withNotice } = notices;

const title = v4.text({ most: 65_536 });
const description = v4.text({ most: MOST_DESCRIPTION });
const name = v4.optional(v4.text({ most: 1024 }));
const flag = v4.optional(v4.boolean()).transform((given) => given ?? false);
/** Page of the threads that the form was on. */
const page = v4.page.page;

export const OneIssueParams = z.object({ id: v4.project(), iid: v4.id() });
export const IssueListPageParams = z.object({
  id: v4.project(),
  state: v4.optional(v4.oneOf(LIST_STATES)).catch(undefined),
  search: v4.search(),
  author: name,
  assignee: name,
  label: name,
  milestone: name,
  page,
});
export const ShowIssueParams = OneIssueParams.extend({ page, note: v4.optional(v4.id()), done: notices.done });
export const NewIssuePageParams = z.object({
  id: v4.project(),
  /** Initial values of the form, from links to it. */
  issue: z
    .object({ title: v4.optional(title), description: v4.optional(description), confidential: flag })
    .prefault({}),
});
const form = {
  ...{ title, description, confidential: flag },
  /** These are only on the forms of users who manage issues. */
  labels: v4.text({ most: 65_536 }).optional(),
  assignees: v4.text({ most: 4_096 }).optional(),
  milestone_id: v4.optional(v4.integer()),
  due_date: v4.text({ most: 10 }).optional(),
};
export const NewIssueFormParams = z.object({ id: v4.project(), ...form });
export const EditIssueFormParams = OneIssueParams.extend(form);
export const IssueStateParams = OneIssueParams.extend({ state_event: v4.oneOf(['close', 'reopen']) });
export const IssueTaskParams = OneIssueParams.extend({ task: v4.integer(), version: v4.text({ most: 64 }) });
export const IssueCommentParams = OneIssueParams.extend({
  body: v4.text({ most: MOST_TEXT }),
  /** The thread that it answers. */
  discussion_id: v4.optional(v4.text({ most: 40 })),
  /** Whether it opens a thread. */
  thread: flag,
  page,
});
