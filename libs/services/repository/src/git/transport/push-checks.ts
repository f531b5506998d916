import type { HookQuestion, PushVerdict } from './push-hook.js';
import type { RefUpdate } from './push-refs.rules.js';

/** A push as the client announces it, before its objects are read. */
export interface ProposedPush {
  readonly updates: readonly RefUpdate[];
  /** What `git push -o` carries. */
  readonly options: readonly string[];
}

/** A push whose objects are complete and wait in quarantine. */
export interface QuarantinedPush extends HookQuestion {
  /** False for a forced move of an existing ref; true for fast-forwards, creations and deletions. */
  isFastForward(update: RefUpdate): Promise<boolean>;
}

/** What decides about a push, in the order in which it is asked. */
export interface PushChecks {
  /** Before any object is read: what needs only names and ids. Not called for an empty push. */
  checkCommands(push: ProposedPush): PushVerdict | Promise<PushVerdict>;
  /**
   * When git has read and checked the objects and would move the refs now. A refusal leaves nothing behind. From an
   * acceptance until `settle` returns, the refs named must have no other writer: what moved is told by comparing them.
   */
  beforeRefsMove(push: QuarantinedPush): PushVerdict | Promise<PushVerdict>;
  /**
   * Called once after every acceptance, when git is gone, with the updates that took place: all, some or none. The
   * client's answer ends after it.
   */
  settle(moved: readonly RefUpdate[]): void | Promise<void>;
}

/** How a push ended. */
export type PushOutcome =
  /** It held no commands: the probe that clients send before a large push. */
  | { readonly kind: 'empty' }
  /** A check said no. */
  | { readonly kind: 'refused'; readonly message: string }
  /** git itself said no before its hook: damaged objects, for one. The client has its words. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'settled'; readonly moved: readonly RefUpdate[] };
