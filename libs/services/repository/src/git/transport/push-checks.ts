import type { HookQuestion, PushVerdict } from './push-hook.js';
import type { RefUpdate } from './push-refs.rules.js';

/** Push as the client announces it, before its objects are read. */
export interface ProposedPush {
  readonly updates: readonly RefUpdate[];
  /** Options of `git push -o`. */
  readonly options: readonly string[];
}

/** Push whose objects are complete and in quarantine. */
export interface QuarantinedPush extends HookQuestion {
  /** False for a forced move of an existing ref; true for fast-forwards, creations and deletions. */
  isFastForward(update: RefUpdate): Promise<boolean>;
}

/** Checks that decide about a push, in the order of their calls. */
export interface PushChecks {
  /** Runs before any object is read, with names and ids only. Not called for an empty push. */
  checkCommands(push: ProposedPush): PushVerdict | Promise<PushVerdict>;
  /**
   * Runs after git has read and checked the objects, and before it moves the refs. A refusal leaves nothing behind. From an acceptance until
   * `settle` returns, the named refs must have no other writer: the moved refs are found by comparison.
   */
  beforeRefsMove(push: QuarantinedPush): PushVerdict | Promise<PushVerdict>;
  /**
   * Runs once after every acceptance, after git has ended, with the updates that took place: all, some or none. The response to the client ends
   * after it.
   */
  settle(moved: readonly RefUpdate[]): void | Promise<void>;
}

/** Outcome of a push. */
export type PushOutcome =
  /** The push had no commands: clients send such a probe before a large push. */
  | { readonly kind: 'empty' }
  /** A check refused the push. */
  | { readonly kind: 'refused'; readonly message: string }
  /** git itself refused the push before its hook, for example because of damaged objects. The client got git's message. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'settled'; readonly moved: readonly RefUpdate[] };
