import { Global, Injectable, Module } from '@nestjs/common';
import { Refusal } from '@hearth/contract-kit';
import { SpanKind } from '@opentelemetry/api';
import { CallClient, type OutgoingCall } from './call-client.js';
import { CallServer } from './call-server.js';
import { CallFailed, Calls } from './calls.js';
import { ContractCalls } from './contract-calls.js';
import { IncomingCall } from './incoming-call.js';
import { callTimeout } from './settings.js';

/** Answers the calls of this process. */
@Injectable()
export class LocalCallServer extends CallServer {
  listen(callback: () => void): void {
    callback();
  }
}

/**
 * Calls within one process. Inputs and answers are cloned and parsed exactly as over HTTP, so a contract holds in both modes or in none.
 */
@Injectable()
export class LocalCallClient extends CallClient {
  constructor(private readonly server: LocalCallServer) {
    super();
  }

  /** Returns true when a service of this process answers the contract of that name. */
  answers(name: string): boolean {
    return this.server.contract(name) !== undefined;
  }

  async carry({ contract, body, origin, signal }: OutgoingCall): Promise<unknown> {
    const own = this.server.contract(contract.name);
    if (!own) throw new CallFailed(contract, 'no handler in this process answers it');
    try {
      const answer = this.server.answer(JSON.parse(body), new IncomingCall(own, origin, () => signal));
      return overTheWire(await Promise.race([answer, ended(signal)]));
    } catch (error) {
      // Over HTTP a failure of the handler's own calls is a failure of this call, too.
      if (error instanceof Refusal) throw new Refusal(overTheWire(error.toRecord()));
      if (error === signal.reason) throw error;
      throw new CallFailed(contract, (error as Error).message, error);
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

function overTheWire<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Provides calls to the services of this process. */
@Global()
@Module({
  providers: [
    LocalCallServer,
    LocalCallClient,
    {
      provide: Calls,
      inject: [LocalCallClient],
      useFactory: (client: LocalCallClient) => new ContractCalls(client, callTimeout(), SpanKind.INTERNAL),
    },
  ],
  exports: [Calls, LocalCallServer],
})
export class LocalCalls {}
