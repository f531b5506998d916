import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';
import type { CallContract } from '@hearth/contract-kit';
import { CALLS } from './answers.js';
import type { IncomingCall } from './incoming-call.js';

/** Nest's transport of calls: the contracts that services of this process answer, by name. */
export abstract class CallServer extends Server implements CustomTransportStrategy {
  override readonly transportId = CALLS;

  /** @throws when two handlers answer the same contract */
  override addHandler(name: string, handle: MessageHandler, isEvent?: boolean, extras?: object): void {
    if (this.messageHandlers.has(name)) throw new Error(`${name} is answered twice`);
    super.addHandler(name, handle, isEvent, extras);
  }

  /** Returns the contract of that name, when a service of this process answers it. */
  contract(name: string): CallContract | undefined {
    return this.messageHandlers.get(name)?.extras?.['contract'] as CallContract | undefined;
  }

  /**
   * Answers a call, from this process or another.
   * @param input as parsed from JSON
   * @throws InputRefused, or whatever the handler throws
   */
  async answer(input: unknown, call: IncomingCall): Promise<unknown> {
    const handle = this.messageHandlers.get(call.contract.name);
    if (!handle) throw new Error(`${call.contract.name} is not answered here`);
    return (await lastValueFrom<unknown>(this.transformToObservable(await handle(input, call)))) ?? null;
  }

  abstract override listen(callback: () => void): void;

  close(): void {
    // Connections belong to the listener; running answers end with it.
  }

  on(): never {
    throw new Error('Calls have no connection whose state could be observed');
  }

  unwrap<T>(): T {
    throw new Error('Calls have no client to hand out');
  }
}
