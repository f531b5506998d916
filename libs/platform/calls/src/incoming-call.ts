import { BaseRpcContext } from '@nestjs/microservices';
import type { CallContract } from '@hearth/contract-kit';
import type { CallOrigin } from './wire.js';

/** Context of a call in addition to its input; its origin and deadline are in `currentOrigin`. */
export interface CallContext {
  /** Aborted when the caller no longer waits: its deadline has passed, or it has disconnected. */
  readonly signal: AbortSignal;
}

/** A call that is being answered: Nest's context of the handler. */
export class IncomingCall extends BaseRpcContext<[CallOrigin]> implements CallContext {
  private made: AbortSignal | undefined;

  /** @param makeSignal creates the signal when it is first read: most handlers never need it */
  constructor(
    readonly contract: CallContract,
    readonly origin: CallOrigin,
    private readonly makeSignal: () => AbortSignal,
  ) {
    super([origin]);
  }

  get signal(): AbortSignal {
    return (this.made ??= this.makeSignal());
  }
}
