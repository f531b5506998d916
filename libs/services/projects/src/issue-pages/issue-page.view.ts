import { isAllowed } from '@hearth/access';
import type { Principal, ProjectAccess, UserId } from '@hearth/contract-kit';
import { versionOf } from '@hearth/issuable';
import type { PresentableNote } from '@hearth/notes';
import {
  pageLinks,
  presentPageProject,
  type PageLabel,
  type PageLinks,
  type PagePerson,
  type PageProject,
  type PageText,
  type PageThread,
} from '@hearth/pages';
import { abilities } from '../abilities.js';
import { isAllowedOn } from '../issues/issue.rules.js';
import { presentIssueLabels, stateName } from './issue-list-page.view.js';
import type { IssuePageFact } from './issue-page.facts.js';

/** Content of the page that depends on the form that was sent. */
export interface IssueForm {
  readonly notice?: string | null;
  /** Refusal of the form, as a sentence. */
  readonly error?: string | null;
  /** Text of a refused comment, and the thread that it answers. */
  readonly values?: { readonly body: string; readonly discussionId: string | null };
}

export interface IssuePageData extends IssueForm {
  readonly title: string;
  readonly project: PageProject;
  readonly head: { readonly iid: number; readonly title: string; readonly state: string; readonly address: string };
  readonly confidential: boolean;
  readonly author: PagePerson;
  readonly createdAt: Date;
  /** End of a closed one; null for others. */
  readonly outcome: { readonly by: PagePerson | null; readonly at: Date | null } | null;
  readonly description: PageText;
  readonly assignees: readonly PagePerson[];
  readonly labels: readonly PageLabel[];
  readonly milestone: { readonly title: string; readonly iid: number } | null;
  readonly dueDate: string | null;
  /** By which the form of its tasks recognises a changed description. */
  readonly version: string;
  readonly upvotes: number;
  readonly can: {
    readonly comment: boolean;
    readonly update: boolean;
    /** Threads of issues are not resolved. */
    readonly resolve: false;
  };
  readonly threads: readonly PageThread[];
  /** Page of the threads, and the one that a new comment is on. */
  readonly page: number;
  readonly lastPage: number;
  readonly pager: PageLinks;
  readonly values: { readonly body: string; readonly discussionId: string | null };
}

/** @param form content that depends on the form that was sent, or its notice */
export function presentIssuePage(
  { issue, description, threads }: IssuePageFact,
  access: ProjectAccess,
  caller: Principal,
  form: IssueForm,
): IssuePageData {
  const project = presentPageProject(access, 'issues');
  const address = `${project.address}/-/issues/${issue.iid}`;
  const { page, perPage } = threads.request;
  const editorId = mayChangeNotes(issue, access, caller) ? caller.userId : null;
  const isLocked = issue.discussionLocked === true && !isMember(access, caller);
  return {
    title: `${issue.title} (#${issue.iid}) · ${project.fullPath}`,
    project,
    head: { iid: issue.iid, title: issue.title, state: stateName(issue), address },
    confidential: issue.confidential,
    author: issue.author,
    createdAt: issue.createdAt,
    outcome: issue.state === 'closed' ? { by: issue.closedBy, at: issue.closedAt } : null,
    description,
    assignees: issue.assignees,
    labels: presentIssueLabels(issue),
    milestone: issue.milestone && { title: issue.milestone.title, iid: issue.milestone.iid },
    dueDate: issue.dueDate,
    version: versionOf(issue.description ?? ''),
    upvotes: issue.upvotes,
    can: {
      comment: !isLocked && isAllowedOn(abilities.createIssueNote, access, caller, issue),
      update: isAllowedOn(abilities.updateIssue, access, caller, issue),
      resolve: false,
    },
    threads: threads.items.map((notes) => presentThread(notes, editorId)),
    page,
    lastPage: threads.total === undefined ? page : Math.ceil((threads.total + 1) / perPage),
    pager: pageLinks(threads, address),
    values: { body: '', discussionId: null },
    ...form,
  };
}

/** Only members comment on a locked issue. */
function isMember({ level }: ProjectAccess, { admin }: Principal): boolean {
  return admin || level > 0;
}

/** Whether the caller may change their own notes. */
function mayChangeNotes(issue: IssuePageFact['issue'], access: ProjectAccess, caller: Principal): boolean {
  const isLocked = issue.discussionLocked === true && !isMember(access, caller);
  const { project, level } = access;
  return !isLocked && isAllowed(abilities.manageIssueNote, { ...project, level }, caller, ['author']);
}

/** @param editorId user who may change their notes */
function presentThread(
  notes: readonly (PresentableNote & { readonly text: PageText })[],
  editorId: UserId | null,
): PageThread {
  const { discussionId, system } = notes[0]!.note;
  const unresolvable = { resolvable: false, resolved: false, resolvedBy: null, position: null };
  const presented = notes.map(({ note, author, text }) => ({
    ...{ id: note.id, author, createdAt: note.createdAt, text },
    mayChange: note.authorId === editorId && !note.system,
  }));
  return { id: discussionId, system, ...unresolvable, notes: presented };
}
