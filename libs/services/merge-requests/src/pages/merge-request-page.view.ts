import type { Principal, ProjectAccess, UserId } from '@hearth/contract-kit';
import { versionOf } from '@hearth/issuable';
import {
  type FormFailure,
  type PageLabel,
  type PageLinks,
  pageLinks,
  type PagePerson,
  type PageText,
  type PageSuggestion,
  type PageThread,
} from '@hearth/pages';
import type { NoteSuggestion, PresentableNote } from '@hearth/notes';
import { counts, type ApprovalRule } from '../approvals/approval.rules.js';
import type { ApprovalsFact } from '../approvals/record-approval.facts.js';
import type { DetailedMergeStatus } from '../mergeability/detailed-status.rules.js';
import { presentPending, presentReview, type PageReview, type PendingNote } from '../draft-notes/pending.view.js';
import { presentHead, type MergeRequestHead } from './head.view.js';
import { presentLabels } from './list-page.view.js';
import {
  actionsOf,
  appliesSuggestions,
  statusOf,
  type PageActions,
  type MergeRequestPageFact,
} from './page-actions.rules.js';

/** Text of a refused comment, and the thread that it answers. */
export interface CommentValues {
  readonly body: string;
  readonly discussionId: string | null;
}

/** Content of the page that depends on the form that was sent. */
export interface MergeRequestForm {
  readonly notice?: string | null;
  /** Refusal of the form, as a sentence. */
  readonly error?: string | null;
  readonly failures?: readonly FormFailure[];
  readonly values?: CommentValues;
}

export interface MergeRequestPageData extends MergeRequestHead, MergeRequestForm {
  readonly author: PagePerson;
  readonly createdAt: Date;
  readonly description: PageText;
  /** Of the description, for the form of its tasks. */
  readonly version: string;
  readonly assignees: readonly PagePerson[];
  readonly reviewers: readonly PagePerson[];
  readonly labels: readonly PageLabel[];
  readonly milestone: string | null;
  /** Address: null where the source project is hidden. */
  readonly pipeline: { readonly id: number; readonly status: string; readonly address: string | null } | null;
  /** Sentence about the first reason that prevents a merge, or that nothing does; null for one that has ended. */
  readonly readiness: string | null;
  readonly isReady: boolean;
  /** End of a merged or closed one; null for others. */
  readonly outcome: { readonly text: string; readonly by: PagePerson | null; readonly at: Date | null } | null;
  readonly mergeError: string | null;
  readonly rebasing: boolean;
  /** Whether it is open, and members of the target may push to the source branch. */
  readonly collaborates: boolean;
  /** User of the automatic merge; null without one. */
  readonly autoMergeBy: PagePerson | null;
  readonly autoMerge: boolean;
  readonly approvals: {
    readonly by: readonly PagePerson[];
    readonly left: number;
    readonly rules: readonly { readonly name: string; readonly given: number; readonly required: number }[];
  };
  readonly unresolved: boolean;
  readonly sha: string | null;
  readonly removesSourceBranch: boolean;
  readonly squash: boolean;
  readonly can: PageActions;
  readonly threads: readonly PageThread[];
  /** Null without pending comments. */
  readonly review: PageReview | null;
  /** Page of the threads, and the one that a new comment is on. */
  readonly page: number;
  readonly lastPage: number;
  readonly pager: PageLinks;
  readonly values: CommentValues;
}

/** Sentences about the first reason that prevents a merge. */
const READINESS: Readonly<Record<Exclude<DetailedMergeStatus, 'not_open' | 'not_approved'>, string>> = {
  unchecked: 'It has not been checked yet whether the branches can be merged.',
  draft_status: 'It is a draft: remove the mark from its title to have it merged.',
  commits_status: 'A branch is gone, or the source branch has no commits of its own.',
  discussions_not_resolved: 'All threads have to be resolved first.',
  conflict: 'The branches have conflicts: merge or rebase them with git first.',
  need_rebase: 'The source branch has to be rebased onto the target branch first.',
  ci_still_running: 'The pipeline has to succeed first. It is running.',
  ci_must_pass: 'The pipeline has to succeed first.',
  mergeable: 'It can be merged.',
};

/** @param form content that depends on the form that was sent, or its notice */
export function presentMergeRequestPage(
  fact: MergeRequestPageFact,
  access: ProjectAccess,
  caller: Principal,
  form: MergeRequestForm,
): MergeRequestPageData {
  const { detailed, approvals, source, pushesToSource, threads } = fact;
  const { record, milestone, mergeUser } = detailed;
  const head = presentHead(record, access, source, 'Discussion');
  const { page, perPage } = threads.request;
  const can = actionsOf(fact, access, caller);
  const editorId = can.changeNotes ? caller.userId : null;
  const applies = appliesSuggestions({ record, pushesToSource });
  const context = { headSha: record.headSha, editorId, applies, pending: fact.pending };
  const shown = threads.items.map((notes) => presentThread(notes, context));
  const autoMerge = record.state === 'opened' && record.mergeWhenPipelineSucceeds;
  return {
    ...head,
    author: detailed.author,
    createdAt: record.createdAt,
    description: fact.description,
    version: versionOf(record.description ?? ''),
    assignees: detailed.assignees,
    reviewers: detailed.reviewers,
    labels: presentLabels(detailed),
    milestone: milestone?.title ?? null,
    pipeline: presentPipeline(fact),
    readiness: presentReadiness(fact),
    isReady: statusOf(fact) === 'mergeable',
    outcome: presentOutcome(fact),
    mergeError: record.state === 'opened' ? record.mergeError : null,
    rebasing: record.rebaseInProgress,
    collaborates: record.state === 'opened' && detailed.allowsCollaboration,
    ...{ autoMerge, autoMergeBy: autoMerge ? mergeUser : null },
    approvals: { ...presentApprovals(approvals), left: record.approvalsLeft },
    unresolved: !record.discussionsResolved,
    sha: record.headSha,
    removesSourceBranch: record.shouldRemoveSourceBranch ?? record.forceRemoveSourceBranch ?? false,
    squash: record.squash,
    can,
    threads: shown,
    review: presentReview(
      fact.pending,
      shown.flatMap(({ pending = [] }) => pending),
      { page },
    ),
    page,
    lastPage: threads.total === undefined ? page : Math.ceil((threads.total + 1) / perPage),
    pager: pageLinks(threads, head.head.address),
    values: { body: '', discussionId: null },
    ...form,
  };
}

function presentApprovals({ rules, approvals }: ApprovalsFact) {
  const given = (rule: ApprovalRule) => approvals.filter((approval) => counts(approval, rule)).length;
  return {
    by: approvals.map(({ user }) => user),
    rules: rules.map((rule) => ({ name: rule.name, given: given(rule), required: rule.approvalsRequired })),
  };
}

function presentReadiness(fact: MergeRequestPageFact): string | null {
  const status = statusOf(fact);
  if (status === 'not_open') return null;
  if (status !== 'not_approved') return READINESS[status];
  const { approvalsLeft } = fact.detailed.record;
  return approvalsLeft === 1 ? 'One more approval is required.' : `${approvalsLeft} more approvals are required.`;
}

function presentOutcome({ detailed: { record, mergedBy, closedBy } }: MergeRequestPageFact) {
  if (record.state === 'merged') return { text: 'Merged', by: mergedBy, at: record.mergedAt };
  return record.state === 'closed' ? { text: 'Closed', by: closedBy, at: record.closedAt } : null;
}

function presentPipeline({ detailed: { pipeline, showsPipeline, project }, source }: MergeRequestPageFact) {
  if (!pipeline || !showsPipeline) return null;
  const { id, status, projectId } = pipeline;
  const owner = projectId === project.id ? project : source?.project;
  const address = owner ? `/${owner.fullPath}/-/pipelines/${id}` : null;
  return { id, status: status.replaceAll('_', ' '), address };
}

/** Context of a thread: the head of the newest version, the user who may change their notes, whether suggestions may be applied, and pending replies. */
export interface ThreadContext {
  readonly headSha: string | null;
  readonly editorId: UserId | null;
  readonly applies: boolean;
  readonly pending: readonly PendingNote[];
}

export function presentThread(
  notes: readonly (PresentableNote & { readonly text: PageText })[],
  { headSha, editorId, applies, pending }: ThreadContext,
): PageThread {
  const first = notes[0]!.note;
  const resolvable = notes.filter((each) => each.resolvable);
  const resolved = resolvable.length > 0 && resolvable.every(({ note }) => note.resolvedAt !== null);
  const { position } = first;
  return {
    id: first.discussionId,
    system: first.system,
    resolvable: resolvable.length > 0,
    resolved,
    resolvedBy: resolved ? resolvable.at(-1)!.resolvedBy : null,
    position: position && {
      path: position.newPath,
      from: position.lineRange && (position.lineRange.start.newLine ?? position.lineRange.start.oldLine),
      line: position.newLine ?? position.oldLine,
      outdated: position.headSha !== headSha,
    },
    notes: notes.map(({ note, author, text, suggestions }) => ({
      ...{ id: note.id, author, createdAt: note.createdAt, text },
      mayChange: note.authorId === editorId && !note.system,
      suggestions: suggestions.map((change) => presentSuggestion(change, applies)),
    })),
    pending: pending.filter(({ draft }) => draft.discussionId === first.discussionId).map(presentPending),
  };
}

function presentSuggestion(suggestion: NoteSuggestion, applies: boolean): PageSuggestion {
  const { from, before, lines, outdated, appliable } = suggestion;
  const removed = (before ?? []).map((text, index) => ({ line: from + index, text }));
  return { removed, added: lines, outdated, mayApply: applies && appliable };
}
