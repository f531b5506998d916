import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { MilestoneView, NO_TIME, TimeStatsView, presentMilestone } from '@hearth/projects-contracts';
import { z } from 'zod';
import type { DetailedIssue } from './issue.facts.js';
import type { IssueRecord } from './issues.finder.js';

export const IssueView = z.strictObject({
  id: z.int(),
  iid: z.int(),
  project_id: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  state: z.enum(['opened', 'closed']),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  closed_at: z.iso.datetime().nullable(),
  labels: z.array(z.string()),
  milestone: MilestoneView.nullable(),
  assignees: z.array(UserBasicView),
  author: UserBasicView,
  assignee: UserBasicView.nullable(),
  user_notes_count: z.int(),
  upvotes: z.int(),
  downvotes: z.int(),
  due_date: z.iso.date().nullable(),
  confidential: z.boolean(),
  discussion_locked: z.boolean().nullable(),
  web_url: z.string(),
  time_stats: TimeStatsView,
});
export type IssueView = z.output<typeof IssueView>;

export const DetailedIssueView = IssueView.extend({
  _links: z.strictObject({ self: z.string(), notes: z.string(), award_emoji: z.string(), project: z.string() }),
  subscribed: z.boolean(),
});
export type DetailedIssueView = z.output<typeof DetailedIssueView>;

export const ParticipantView = UserBasicView;

/** @param baseUrl scheme, host and port that the client used */
export function presentIssue(issue: IssueRecord, baseUrl: string): IssueView {
  const assignees = issue.assignees.map((user) => presentUserBasic(user, baseUrl));
  return {
    id: issue.id,
    iid: issue.iid,
    project_id: issue.projectId,
    title: issue.title,
    description: issue.description,
    state: issue.state,
    created_at: issue.createdAt.toISOString(),
    updated_at: issue.updatedAt.toISOString(),
    closed_at: issue.closedAt?.toISOString() ?? null,
    labels: [...issue.labels],
    milestone: issue.milestone && presentMilestone(issue.milestone),
    assignees,
    author: presentUserBasic(issue.author, baseUrl),
    assignee: assignees[0] ?? null,
    user_notes_count: issue.userNotesCount,
    upvotes: issue.upvotes,
    downvotes: issue.downvotes,
    due_date: issue.dueDate,
    confidential: issue.confidential,
    discussion_locked: issue.discussionLocked,
    web_url: `${baseUrl}/${issue.projectPath}/issues/${issue.iid}`,
    time_stats: NO_TIME,
  };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentDetailedIssue({ issue, subscribed }: DetailedIssue, baseUrl: string): DetailedIssueView {
  const project = `${baseUrl}/api/v4/projects/${issue.projectId}`;
  const self = `${project}/issues/${issue.iid}`;
  return {
    ...presentIssue(issue, baseUrl),
    _links: { self, notes: `${self}/notes`, award_emoji: `${self}/award_emoji`, project },
    subscribed,
  };
}
