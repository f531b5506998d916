import type { CallContract, InputOf, OutputOf } from '@hearth/contract-kit';

export interface CallOptions {
  /** Longest wait for the answer, in milliseconds; the origin's deadline may make it shorter. HEARTH_PATIENCE unless given. */
  timeoutMs?: number;
  /** Ends the wait when nobody needs the answer any more. */
  signal?: AbortSignal;
}

/** The one way to ask another service: by contract, wherever its owner runs. Never inside a transaction. */
export abstract class Calls {
  /**
   * Asks a query. Correlation, actor and deadline are the origin's.
   * @throws Refusal when the owner refuses; CallFailed when no answer came
   */
  abstract query<C extends CallContract>(contract: C, input: InputOf<C>, options?: CallOptions): Promise<OutputOf<C>>;
  /**
   * Gives a command. Correlation, actor and deadline are the origin's.
   * @throws Refusal when the owner refuses; CallFailed when no answer came: the command may have been carried out
   */
  abstract command<C extends CallContract>(contract: C, input: InputOf<C>, options?: CallOptions): Promise<OutputOf<C>>;
}

/** No answer, or one that is none: the owner is down, too slow, or speaks another contract. */
export class CallFailed extends Error {
  constructor(contract: CallContract, reason: string, cause?: unknown) {
    super(`${contract.name}: ${reason}`, { cause });
    this.name = 'CallFailed';
  }
}
