import { isAllowed, type Ability, type Relation } from '@hearth/access';
import { AccessLevel, type Principal, type ProjectAccess } from '@hearth/contract-kit';
import type { DiffPlace, ExcerptLine } from '@hearth/repository-contracts';
import { abilities } from '../abilities.js';

/** Longest text of a record or note in a mail. */
export const MOST_TEXT = 20_000;
/** Longest text of all comments of a review: the page has the others. */
export const MOST_REVIEW = 60_000;

/** Record that an event is about. */
export type MailTarget =
  | { readonly issueId: number }
  | { readonly mergeRequestId: number }
  | { readonly pipelineId: number }
  | { readonly commitId: string };

/** An issue or a merge request, with the fields that mails use. */
export interface MailIssuable {
  readonly kind: 'issue' | 'merge_request';
  readonly id: number;
  readonly iid: number;
  readonly title: string;
  readonly description: string | null;
  readonly state: string;
  readonly confidential: boolean;
  readonly authorId: number;
  readonly assigneeIds: readonly number[];
  readonly reviewerIds: readonly number[];
  readonly labelIds: readonly number[];
}

export interface MailPipeline {
  readonly kind: 'pipeline';
  readonly id: number;
  readonly ref: string;
  readonly sha: string;
  readonly status: string;
  /** Null when no user started it. */
  readonly userId: number | null;
  /** Result of the pipeline of the ref before it; null without one. */
  readonly previousStatus?: string | null | undefined;
  readonly jobs: readonly { readonly name: string; readonly status: string; readonly allowFailure: boolean }[];
}

export interface MailCommit {
  readonly kind: 'commit';
  readonly id: string;
  readonly title: string;
  /** Address of its author, as the commit has it. */
  readonly email: string;
}

export type MailSubject = MailIssuable | MailPipeline | MailCommit;

/** Notes that an event is about. */
export interface NotesOfEvent {
  /** Of a review the first one. */
  readonly noteId: number | null;
  /** All notes of a review. */
  readonly noteIds?: readonly number[] | undefined;
}

/** Note as mails quote it. */
export interface MailNote {
  readonly id: number;
  readonly body: string;
  /** Line of a diff that it is on. */
  readonly line?: { readonly path: string; readonly number: number } | null | undefined;
  /** The same line by its diff; undefined where a process of an earlier version has returned the note. */
  readonly place?: DiffPlace | undefined;
  /** That line and those above it. */
  readonly excerpt?: readonly ExcerptLine[];
}

/** The rule of the ci service. */
const READ_PIPELINE: Ability = {
  name: 'read_pipeline',
  from: AccessLevel.reporter,
  withPublicJobs: { from: AccessLevel.guest, visitors: 'users' },
  feature: 'builds',
};

/** Returns true when a user to whom the project is visible may read the record. */
export function mayRead(subject: MailSubject, { project, level }: ProjectAccess, user: Principal): boolean {
  const allows = (ability: Ability, relations: readonly Relation[] = []) =>
    isAllowed(ability, { ...project, level }, user, relations);
  if (subject.kind === 'pipeline') return allows(READ_PIPELINE);
  if (subject.kind === 'commit') return allows(abilities.downloadCode);
  const relations: Relation[] = [
    ...(subject.authorId === user.userId ? ['author' as const] : []),
    ...(subject.assigneeIds.includes(user.userId) ? ['assignee' as const] : []),
  ];
  if (subject.kind === 'merge_request') return allows(abilities.readMergeRequest, relations);
  const readsConfidential = relations.length > 0 || allows(abilities.readConfidentialIssue);
  return allows(abilities.readIssue) && (!subject.confidential || readsConfidential);
}
