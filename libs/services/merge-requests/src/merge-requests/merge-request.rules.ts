import { isAllowed, type Ability, type Relation } from '@hearth/access';
import type { Principal, ProjectAccess, ProjectCard } from '@hearth/contract-kit';
import { requireAbility } from '@hearth/http';
import { titleErrors } from '@hearth/issuable';
import type { MERGE_REQUEST_STATES, MERGE_STATUSES } from '@hearth/merge-requests-contracts';
import type { FieldErrors } from '../refusals.js';

/** `locked` while a merge runs. */
export type MergeRequestState = (typeof MERGE_REQUEST_STATES)[number];

export type MergeStatus = (typeof MERGE_STATUSES)[number];

/** UTF-16 units of descriptions. */
export const MOST_TEXT = 1_000_000;
/** Most assignees, and most reviewers, of a merge request. */
export const MOST_ASSIGNED = 30;
const MARK = String.raw`(?:\[(?:wip|draft)\]|\(draft\)|(?:wip|draft):|wip\s)`;
const DRAFT = new RegExp(String.raw`^\s*${MARK}`, 'i');
const DRAFTS = new RegExp(String.raw`^\s*(?:${MARK}\s*)+`, 'i');
/** The same as a regular expression of PostgreSQL, for lists. */
export const DRAFT_SQL = String.raw`^\s*${MARK}`;

/** Errors of branches that do not exist in the repositories. */
export function branchErrors(missing: { source?: string | undefined; target?: string | undefined }): FieldErrors {
  const base = [
    ...(missing.source === undefined ? [] : [`Source branch "${missing.source}" does not exist`]),
    ...(missing.target === undefined ? [] : [`Target branch "${missing.target}" does not exist`]),
  ];
  return base.length > 0 ? { base } : {};
}

/** Whether the title marks a draft, which cannot be merged, as in `WIP: one`, `[WIP] one`, `Draft: one`, `(Draft) one`. */
export function isWorkInProgress(title: string): boolean {
  return DRAFT.test(title);
}

/** Removes the mark of a draft from a title. */
export function withoutWorkInProgress(title: string): string {
  return title.replace(DRAFTS, '');
}

/** Title with the mark of a draft; undefined where it would be too long. */
export function inProgress(title: string): string | undefined {
  const marked = `WIP: ${title}`;
  return Object.keys(titleErrors(marked)).length > 0 ? undefined : marked;
}

/** Relations of the caller to a merge request. */
export function relationsTo(
  { authorId, assigneeIds }: { readonly authorId: number; readonly assigneeIds: readonly number[] },
  { userId }: Pick<Principal, 'userId'>,
): readonly Relation[] {
  return [
    ...(authorId === userId ? (['author'] as const) : []),
    ...(assigneeIds.some((id) => id === userId) ? (['assignee'] as const) : []),
  ];
}

/** Returns true when the caller has the ability on one merge request into the project. */
export function canIn(
  ability: Ability,
  { project, level }: ProjectAccess,
  caller: Pick<Principal, 'userId' | 'external'>,
  mergeRequest: { readonly authorId: number; readonly assigneeIds: readonly number[] },
): boolean {
  return isAllowed(ability, { ...project, level }, caller, relationsTo(mergeRequest, caller));
}

/**
 * Checks an ability on one merge request into the project.
 * @throws Forbidden
 */
export function requireAllowedIn(
  ability: Ability,
  access: ProjectAccess,
  caller: Principal,
  mergeRequest: { readonly authorId: number; readonly assigneeIds: readonly number[] },
): void {
  const { project, level } = access;
  requireAbility(ability, { ...project, level }, caller, relationsTo(mergeRequest, caller));
}

/** Returns true when commits of one project may be merged into the other: they are the same, or direct or indirect forks of one source. */
export function areRelated(source: ProjectCard, target: ProjectCard): boolean {
  return source.forkNetworkId === target.forkNetworkId;
}

/** `overflow`: some texts of the diff are missing; `empty`: nothing differs. */
export type VersionState = 'collected' | 'overflow' | 'empty';

const MOST_FILES = 1_000;

/** Number of changed files as in the API: a text, with an upper bound; null where nothing differs. */
export function changesCount(state: VersionState | null, filesCount: number | null): string | null {
  if (state === null || state === 'empty') return null;
  return state === 'overflow' ? `${MOST_FILES}+` : String(filesCount);
}

export type StateEvent = 'close' | 'reopen';

/** State after closing or reopening; events that the state does not allow are ignored, as the API does. */
export function stateAfter(state: MergeRequestState, event: StateEvent | undefined): MergeRequestState {
  if (event === 'close' && state === 'opened') return 'closed';
  return event === 'reopen' && state === 'closed' ? 'opened' : state;
}
