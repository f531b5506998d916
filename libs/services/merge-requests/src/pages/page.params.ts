import { v4 } from '@hearth/http';
import { MOST_TEXT } from '@hearth/notes';
import { confirmed, defineNotices } from '@hearth/pages';
import { z } from 'zod';
import { MOST_TEXT as MOST_DESCRIPTION } from '../merge-requests/merge-request.rules.js';

export const LIST_STATES = ['opened', 'merged', 'closed', 'all'] as const;
export type ListState = (typeof LIST_STATES)[number];

const notices = defineNotices({
  saved: 'Saved.',
  actions: 'Your quick actions were carried out.',
  awarded: 'Your emoji was given as an award.',
  rebase: 'The rebase has begun.',
  applied: 'The suggestion was applied.',
  published: 'Your review was published.',
  discarded: 'Your review was discarded.',
  waits: 'It will be merged when its pipeline succeeds.',
});
export const { noticeOf, withNotice } = notices;
export const noticeParam = notices.done;

/** Refusal of another pending comment. */
export const FULL_REVIEW = 'Your review has as many comments as possible. Publish it first.';

const branch = v4.text({ most: 4096 });
const title = v4.text({ most: 65_536 });
const description = v4.text({ most: MOST_DESCRIPTION });
const one = z.object({
  id: v4.project(),
  iid: v4.id().describe('Number of the merge request in its project'),
});
export const flag = v4.optional(v4.boolean()).transform((given) => given ?? false);
/** Page of the threads that the form was on. */
const page = v4.page.page;
/** Query of the page of changes, for a form that was on it. */
const back = v4.optional(v4.text({ most: 1_000 }));

export const ListPageParams = z.object({
  id: v4.project(),
  state: v4.optional(v4.oneOf(LIST_STATES)).catch(undefined),
  search: v4.search(),
  author: v4.optional(v4.text({ most: 255 })),
  label: v4.optional(v4.text({ most: 1024 })),
  page,
});

export const ShowParams = one.extend({ page, note: v4.optional(v4.id()), done: notices.done });
export const OneParams = one;
export const PagedParams = one.extend({ page });

export const CommentParams = one.extend({
  body: v4.text({ most: MOST_TEXT }),
  /** The thread that it answers. */
  discussion_id: v4.optional(v4.text({ most: 40 })),
  /** Whether it opens a thread. */
  thread: flag,
  /** Whether it is a pending comment, which is not published yet. */
  review: flag,
  page,
  back,
});
export const ResolveParams = one.extend({ discussion_id: v4.text({ most: 40 }), resolved: v4.boolean(), page, back });
export const DraftParams = one.extend({ draft_id: v4.id(), page, back });
export const EditDraftParams = DraftParams.extend({ body: v4.text({ most: MOST_TEXT }) });
export const DeleteDraftParams = DraftParams.extend({ confirmed });
export const PublishReviewParams = one.extend({ body: v4.optional(v4.text({ most: MOST_TEXT })), page, back });
export const DiscardReviewParams = one.extend({ confirmed, page, back });
export const SuggestionParams = one.extend({ note_id: v4.id(), index: v4.integer(), page, back });

const sha = v4.optional(v4.text({ most: 40 }));
export const MergeFormParams = one.extend({
  sha,
  remove_source_branch: flag,
  squash: flag,
  merge_when_pipeline_succeeds: flag,
});
export const ApproveFormParams = one.extend({ sha });
export const DraftFormParams = one.extend({ draft: v4.boolean() });
export const StateFormParams = one.extend({ state_event: v4.oneOf(['close', 'reopen']) });
/** Only on the forms of merge requests from forks. */
const allow_collaboration = flag.describe(
  'Whether users with permission to merge into the target branch may push to the source branch',
);
/** These are only on the forms of callers who manage merge requests. */
const planned = {
  labels: v4.text({ most: 65_536 }).optional(),
  assignees: v4.text({ most: 65_536 }).optional(),
  reviewers: v4.text({ most: 65_536 }).optional(),
  milestone: v4.text({ most: 4096 }).optional(),
};
export const EditFormParams = one.extend({ title, description, allow_collaboration, ...planned });
export const TaskFormParams = one.extend({ task: v4.integer(), version: v4.text({ most: 64 }) });
export const NewPageParams = z.object({
  id: v4.project(),
  /** Initial values of the form, from links to it. */
  merge_request: z
    .object({
      ...{ source_branch: v4.optional(branch), target_branch: v4.optional(branch) },
      ...{ title: v4.optional(title), description: v4.optional(description) },
    })
    .prefault({}),
  template: v4.optional(v4.text({ most: 255 })).describe('Name of the template of the description'),
});
export const NewFormParams = z.object({
  id: v4.project(),
  ...{ title, description, source_branch: branch, target_branch: branch },
  target_project_id: v4.integer(),
  remove_source_branch: flag,
  squash: flag,
  allow_collaboration,
  /** Whether to show the description, and open nothing. */
  preview: flag,
  ...planned,
});
