import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import type { CallContract } from '@hearth/contract-kit';
import type { CallOrigin } from './wire.js';

/** A call to its owner. */
export interface OutgoingCall {
  readonly contract: CallContract;
  /** The input as JSON. */
  readonly body: string;
  readonly origin: CallOrigin;
  /** Aborted with a CallFailed when the caller no longer waits for the answer. */
  readonly signal: AbortSignal;
}

/** Nest's client of calls; `Calls` is the typed port in front of it. */
export abstract class CallClient extends ClientProxy {
  /**
   * Sends a call to its owner.
   * @returns the parsed JSON of the answer
   * @throws Refusal of the owner; any other error without an answer
   */
  protected abstract carry(call: OutgoingCall): Promise<unknown>;

  protected publish({ data }: ReadPacket<OutgoingCall>, callback: (packet: WritePacket) => void): () => void {
    void this.carry(data).then(
      (response) => callback({ response, isDisposed: true }),
      (err: unknown) => callback({ err }),
    );
    // The signal of the call ends it.
    return () => undefined;
  }

  /** Connects nothing: connections are opened when a call needs one. */
  connect(): Promise<void> {
    return Promise.resolve();
  }

  abstract override close(): Promise<void>;

  protected dispatchEvent(): never {
    throw new Error('Events go through the outbox');
  }

  unwrap<T>(): T {
    throw new Error('Calls have no client to hand out');
  }
}
