import type { AccessLevel } from '@hearth/contract-kit';
import { abilities } from '../abilities.js';
import { branchOfRef, tagOfRef, type RefName } from '../git/refs/ref-name.js';
import {
  canCreateTag,
  canPush,
  levelsOf,
  rulesFor,
  tagProtectionOf,
  type ProtectedBranch,
  type ProtectedTag,
} from './protection.rules.js';

/** Refs of `git notes`, which no resource of the API shows; semantic-release keeps its channels there. */
const NOTES = 'refs/notes/';

/** Ref update requested by a push. Null means that the ref does not exist. */
export interface PushedRef {
  readonly ref: RefName;
  readonly from: string | null;
  readonly to: string | null;
}

/** Data that a change of refs is judged by. */
export interface PushRights {
  /** The pusher's access level in the project; 0 without the right to push. */
  readonly level: AccessLevel;
  /** Branches that a pusher without the right may add commits to unless they are protected: open merge requests from them allow it. */
  readonly collaborationBranches: readonly string[];
  /** The repository has never had a branch: the first push requires a master. */
  readonly empty: boolean;
  readonly defaultBranch: string | null;
  readonly rules: readonly ProtectedBranch[];
  readonly tagRules: readonly ProtectedTag[];
}

/** Clients print these messages after `remote:`. */
export const PUSH_REFUSALS = {
  pushCode: 'You are not allowed to push code to this project.',
  deleteDefaultBranch: 'The default branch of a project cannot be deleted.',
  forcePushProtectedBranch: 'You are not allowed to force push code to a protected branch on this project.',
  deleteProtectedBranch:
    'You are not allowed to delete protected branches from this project. Only a project master or owner can delete a protected branch.',
  deleteProtectedBranchByGit: 'You can only delete protected branches using the API.',
  pushProtectedBranch: 'You are not allowed to push code to protected branches on this project.',
  changeExistingTags: 'You are not allowed to change existing tags on this project.',
  createProtectedTag: 'You are not allowed to create this tag as it is protected.',
  updateProtectedTag: 'Protected tags cannot be updated.',
  deleteProtectedTag: 'You can only delete protected tags using the API.',
  reservedRef: 'You can only push branches, tags and notes.',
  namedTwice: 'A ref is named more than once.',
} as const;

/** Returns whether any change of refs is allowed. */
export function mayPushAtAll(rights: PushRights): boolean {
  return isPusher(rights) || rights.collaborationBranches.length > 0;
}

/** Returns whether the level allows changes of refs, also of those that collaborators may not change. */
export function isPusher({ level }: Pick<PushRights, 'level'>): boolean {
  return level >= abilities.pushCode.from;
}

/**
 * Returns the reason for which the refs may not move, as far as it can be decided before any object has arrived.
 * @param by masters can delete protected branches by the API, but not by git
 * @returns the sentence for the client, or null when they may move
 */
export function refusalOfPush(
  refs: readonly PushedRef[],
  rights: PushRights,
  by: 'git' | 'api' = 'git',
): string | null {
  if (!mayPushAtAll(rights)) return PUSH_REFUSALS.pushCode;
  if (new Set(refs.map(({ ref }) => ref)).size < refs.length) return PUSH_REFUSALS.namedTwice;
  for (const pushed of refs) {
    const refusal = refusalOfRef(pushed, rights, by);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** Returns whether a user with push access may add a commit to a branch, or create a branch with that name, which collaborators may not. */
export function mayPushToBranch(branch: string, rights: PushRights): boolean {
  const { level, empty, rules } = rights;
  const covering = rulesFor(branch, rules);
  if (!isPusher(rights)) return covering.length === 0 && rights.collaborationBranches.includes(branch);
  return covering.length > 0 ? canPush(level, covering) : maySendFirstPush({ empty, level });
}

/** Returns whether a merge commit may be added to an existing branch. Users who may push to it also may merge; its rules may allow further levels. */
export function mayMergeInto(branch: string, rights: PushRights): boolean {
  if (!isPusher(rights)) return false;
  const { level, rules } = rights;
  const { mergeLevel } = levelsOf(branch, rules);
  return mayPushToBranch(branch, rights) || (mergeLevel !== null && mergeLevel > 0 && level >= mergeLevel);
}

/** Returns whether the ref may only be fast-forwarded: it is an existing protected branch, and none of its rules allows force pushes. */
export function requiresFastForward({ ref, from, to }: PushedRef, { rules }: PushRights): boolean {
  const branch = branchOfRef(ref);
  if (branch === null || from === null || to === null) return false;
  const covering = rulesFor(branch, rules);
  return covering.length > 0 && !covering.some(({ allowForcePush }) => allowForcePush);
}

function refusalOfRef(pushed: PushedRef, rights: PushRights, by: 'git' | 'api'): string | null {
  const branch = branchOfRef(pushed.ref);
  if (!isPusher(rights)) {
    const isMoved = branch !== null && pushed.from !== null && pushed.to !== null;
    return isMoved && mayPushToBranch(branch, rights) ? null : PUSH_REFUSALS.pushCode;
  }
  if (branch !== null) return refusalOfBranch(branch, pushed, rights, by);
  const tag = tagOfRef(pushed.ref);
  if (tag !== null) return refusalOfTag(tag, pushed, rights, by);
  if (!pushed.ref.startsWith(NOTES)) return PUSH_REFUSALS.reservedRef;
  return maySendFirstPush(rights) ? null : PUSH_REFUSALS.pushProtectedBranch;
}

/** Returns whether the level suffices for the first push, which requires a master; always true after it. */
function maySendFirstPush({ empty, level }: Pick<PushRights, 'empty' | 'level'>): boolean {
  return !empty || level >= abilities.pushToProtected.from;
}

function refusalOfTag(tag: string, { from, to }: PushedRef, rights: PushRights, by: 'git' | 'api'): string | null {
  const { level, empty, tagRules } = rights;
  const isMaster = level >= abilities.changeTags.from;
  if (from !== null && !isMaster) return PUSH_REFUSALS.changeExistingTags;
  if (empty && !isMaster) return PUSH_REFUSALS.pushProtectedBranch;
  if (!tagProtectionOf(tag, tagRules).protected) return null;
  if (to === null) return by === 'api' ? null : PUSH_REFUSALS.deleteProtectedTag;
  if (from !== null) return PUSH_REFUSALS.updateProtectedTag;
  return canCreateTag(level, tag, tagRules) ? null : PUSH_REFUSALS.createProtectedTag;
}

function refusalOfBranch(branch: string, { to }: PushedRef, rights: PushRights, by: 'git' | 'api'): string | null {
  const { level, defaultBranch, rules } = rights;
  if (to === null && branch === defaultBranch) return PUSH_REFUSALS.deleteDefaultBranch;
  const covering = rulesFor(branch, rules);
  if (to === null && covering.length > 0) {
    if (level < abilities.deleteProtected.from) return PUSH_REFUSALS.deleteProtectedBranch;
    return by === 'api' ? null : PUSH_REFUSALS.deleteProtectedBranchByGit;
  }
  return mayPushToBranch(branch, rights) ? null : PUSH_REFUSALS.pushProtectedBranch;
}
