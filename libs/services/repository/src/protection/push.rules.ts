import { AccessLevel } from '@hearth/contract-kit';
import { branchOfRef, tagOfRef, type RefName } from '../git/names/ref-name.js';
import { mayPush, rulesFor, type ProtectedBranch } from './protection.rules.js';

/** A ref as a push wants it to move; null stands for "does not exist". */
export interface PushedRef {
  readonly ref: RefName;
  readonly from: string | null;
  readonly to: string | null;
}

/** What a push is judged by. */
export interface PushRights {
  /** The pusher's level in the project; 0 for somebody who lost the right to push at all. */
  readonly level: AccessLevel;
  /** The repository has had no branch yet: the first write is for masters. */
  readonly empty: boolean;
  readonly defaultBranch: string | null;
  readonly rules: readonly ProtectedBranch[];
}

/** Clients print these behind `remote:`. */
export const PUSH_REFUSALS = {
  pushCode: 'You are not allowed to push code to this project.',
  deleteDefaultBranch: 'The default branch of a project cannot be deleted.',
  forcePushProtectedBranch: 'You are not allowed to force push code to a protected branch on this project.',
  deleteProtectedBranch:
    'You are not allowed to delete protected branches from this project. Only a project master or owner can delete a protected branch.',
  deleteProtectedBranchByGit: 'You can only delete protected branches using the API.',
  pushProtectedBranch: 'You are not allowed to push code to protected branches on this project.',
  changeExistingTags: 'You are not allowed to change existing tags on this project.',
  reservedRef: 'You can only push branches and tags.',
  namedTwice: 'A ref is named more than once.',
} as const;

/**
 * Why the refs may not move, from what is known before any object has arrived.
 * @returns the sentence for the client, or null where they may
 */
export function refusalOfPush(refs: readonly PushedRef[], rights: PushRights): string | null {
  if (rights.level < AccessLevel.developer) return PUSH_REFUSALS.pushCode;
  if (new Set(refs.map(({ ref }) => ref)).size < refs.length) return PUSH_REFUSALS.namedTwice;
  for (const pushed of refs) {
    const refusal = refusalOfRef(pushed, rights);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** Whether the ref may only go forward: it is an existing branch and protected. */
export function mustFastForward({ ref, from, to }: PushedRef, { rules }: PushRights): boolean {
  const branch = branchOfRef(ref);
  return branch !== null && from !== null && to !== null && rulesFor(branch, rules).length > 0;
}

function refusalOfRef(pushed: PushedRef, rights: PushRights): string | null {
  const branch = branchOfRef(pushed.ref);
  if (branch !== null) return refusalOfBranch(branch, pushed, rights);
  if (tagOfRef(pushed.ref) === null) return PUSH_REFUSALS.reservedRef;
  if (rights.level >= AccessLevel.master) return null;
  if (pushed.from !== null) return PUSH_REFUSALS.changeExistingTags;
  return rights.empty ? PUSH_REFUSALS.pushProtectedBranch : null;
}

function refusalOfBranch(branch: string, { to }: PushedRef, rights: PushRights): string | null {
  const { level, empty, defaultBranch, rules } = rights;
  if (to === null && branch === defaultBranch) return PUSH_REFUSALS.deleteDefaultBranch;
  const covering = rulesFor(branch, rules);
  if (to === null && covering.length > 0) {
    return level >= AccessLevel.master ? PUSH_REFUSALS.deleteProtectedBranchByGit : PUSH_REFUSALS.deleteProtectedBranch;
  }
  const allowed = covering.length > 0 ? mayPush(level, covering) : !empty || level >= AccessLevel.master;
  return allowed ? null : PUSH_REFUSALS.pushProtectedBranch;
}
