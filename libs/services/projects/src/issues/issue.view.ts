import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { presentReferences, presentTaskCompletion, presentTimeStats, type ReferenceOrigin } from '@hearth/issuable';
import {
  MilestoneView,
  ReferencesView,
  TaskCompletionView,
  TimeStatsView,
  presentMilestone,
} from '@hearth/projects-contracts';
import { z } from 'zod';
import type { DetailedIssue } from './issue.facts.js';
import type { IssueCounts, IssueRecord } from './issues.finder.js';

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
  closed_by: UserBasicView.nullable().describe('User who closed it; null while it is open, and where it is not known'),
  labels: z.array(z.string()),
  milestone: MilestoneView.nullable(),
  assignees: z.array(UserBasicView),
  author: UserBasicView,
  assignee: UserBasicView.nullable(),
  type: z.literal('ISSUE').describe('Always `ISSUE`: there are no other types'),
  issue_type: z.literal('issue').describe('Always `issue`: there are no other types'),
  user_notes_count: z.int(),
  upvotes: z.int(),
  downvotes: z.int(),
  due_date: z.iso.date().nullable(),
  confidential: z.boolean(),
  discussion_locked: z.boolean().nullable(),
  web_url: z.string(),
  time_stats: TimeStatsView,
  task_completion_status: TaskCompletionView.describe('Tasks in the description'),
  has_tasks: z.boolean().describe('Whether the description has tasks'),
  references: ReferencesView.describe('Texts that name the issue'),
  moved_to_id: z.int().nullable().describe('Id of the issue in the project that it was moved to; null: not moved'),
  _links: z.strictObject({
    self: z.string(),
    notes: z.string(),
    award_emoji: z.string(),
    project: z.string(),
    closed_as_duplicate_of: z.null().describe('Always null: issues are not closed as duplicates'),
  }),
});
export type IssueView = z.output<typeof IssueView>;

export const DetailedIssueView = IssueView.extend({ subscribed: z.boolean() });
export type DetailedIssueView = z.output<typeof DetailedIssueView>;

/** Label in lists of issues that ask for the details of labels. */
const LabelDetailsView = z.strictObject({
  id: z.int(),
  name: z.string(),
  color: z.string(),
  description: z.string().nullable(),
});

export const ListedIssueView = IssueView.extend({
  labels: z
    .union([IssueView.shape.labels, z.array(LabelDetailsView)])
    .describe('Names of the labels; with `with_labels_details` the labels'),
});
export type ListedIssueView = z.output<typeof ListedIssueView>;

export const IssueStatisticsView = z.strictObject({
  statistics: z
    .strictObject({
      counts: z
        .strictObject({
          all: z.int().describe('Number of issues'),
          closed: z.int().describe('Number of closed issues'),
          opened: z.int().describe('Number of open issues'),
        })
        .describe('Numbers of issues by state'),
    })
    .describe('Numbers of the issues that the filters find'),
});
export type IssueStatisticsView = z.output<typeof IssueStatisticsView>;

export const ParticipantView = UserBasicView;

/**
 * @param baseUrl scheme, host and port that the client used
 * @param from project or group whose list has the issue, or null for a list of all projects
 */
export function presentIssue(
  issue: IssueRecord,
  baseUrl: string,
  from: ReferenceOrigin = { fullPath: issue.projectPath },
): IssueView {
  const tasks = presentTaskCompletion(issue.description);
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
    closed_by: issue.closedBy && presentUserBasic(issue.closedBy, baseUrl),
    labels: [...issue.labels],
    milestone: issue.milestone && presentMilestone(issue.milestone),
    assignees,
    author: presentUserBasic(issue.author, baseUrl),
    assignee: assignees[0] ?? null,
    type: 'ISSUE',
    issue_type: 'issue',
    user_notes_count: issue.userNotesCount,
    upvotes: issue.upvotes,
    downvotes: issue.downvotes,
    due_date: issue.dueDate,
    confidential: issue.confidential,
    discussion_locked: issue.discussionLocked,
    web_url: `${baseUrl}/${issue.projectPath}/issues/${issue.iid}`,
    time_stats: presentTimeStats(issue),
    task_completion_status: tasks,
    has_tasks: tasks.count > 0,
    references: presentReferences(`#${issue.iid}`, issue.projectPath, from),
    moved_to_id: issue.movedToId,
    _links: presentLinks(issue, baseUrl),
  };
}

/**
 * @param baseUrl scheme, host and port that the client used
 * @param from project or group whose list has the issue, or null for a list of all projects
 */
export function presentListedIssue(issue: IssueRecord, baseUrl: string, from: ReferenceOrigin): ListedIssueView {
  const listed = presentIssue(issue, baseUrl, from);
  return issue.labelDetails ? { ...listed, labels: [...issue.labelDetails] } : listed;
}

function presentLinks({ projectId, iid }: IssueRecord, baseUrl: string): IssueView['_links'] {
  const project = `${baseUrl}/api/v4/projects/${projectId}`;
  const self = `${project}/issues/${iid}`;
  return { self, notes: `${self}/notes`, award_emoji: `${self}/award_emoji`, project, closed_as_duplicate_of: null };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentDetailedIssue({ issue, subscribed }: DetailedIssue, baseUrl: string): DetailedIssueView {
  return { ...presentIssue(issue, baseUrl), subscribed };
}

export function presentIssueStatistics({ opened, closed }: IssueCounts): IssueStatisticsView {
  return { statistics: { counts: { all: opened + closed, closed, opened } } };
}
