import type { CallContract, InputOf, OutputOf } from '@hearth/contract-kit';

export interface CallOptions {
  /** Longest wait for the answer in milliseconds, HEARTH_CALL_TIMEOUT by default; the origin's deadline may make it shorter. */
  timeoutMs?: number;
  /** Aborts the wait. */
  signal?: AbortSignal;
}

/** Calls other services by contract, wherever their owner runs. Never inside a transaction. */
export abstract class Calls {
  /**
   * Sends a query. Correlation, actor and deadline are the origin's.
   * @throws Refusal of the owner; CallFailed without an answer
   */
  abstract query<C extends CallContract>(contract: C, input: InputOf<C>, options?: CallOptions): Promise<OutputOf<C>>;
  /**
   * Sends a command. Correlation, actor and deadline are the origin's.
   * @throws Refusal of the owner; CallFailed without an answer: the command may have been executed
   */
  abstract command<C extends CallContract>(contract: C, input: InputOf<C>, options?: CallOptions): Promise<OutputOf<C>>;
}

/** No answer, or an invalid one: the owner is down, too slow, or has another version of the contract. */
export class CallFailed extends Error {
  constructor(contract: CallContract, reason: string, cause?: unknown) {
    super(`${contract.name}: ${reason}`, { cause });
    this.name = 'CallFailed';
  }
}

/**
 * Returns an answer, or a substitute while the called service does not answer, for results that are useful without it.
 * @throws the refusals of the called service
 */
export async function answerOr<T, S>(answer: Promise<T>, substitute: S): Promise<T | S> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CallFailed) return substitute;
    throw error;
  }
}
