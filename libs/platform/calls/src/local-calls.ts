import { Global, Injectable, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Refusal } from '@hearth/contract-kit';
import { SpanKind } from '@opentelemetry/api';
import { CallFailed, Calls } from './calls.js';
import { ContractCalls, type OutgoingCall } from './contract-calls.js';
import { CallRegistry, answerCall } from './registry.js';
import { callTimeout } from './settings.js';

/**
 * Calls within one process. Inputs and answers are cloned and parsed exactly as over HTTP, so a contract holds in both modes or in none.
 */
@Injectable()
export class LocalCaller extends ContractCalls {
  constructor(private readonly registry: CallRegistry) {
    super(callTimeout(), SpanKind.INTERNAL);
  }

  async carry({ contract, body, origin, signal }: OutgoingCall): Promise<unknown> {
    const registered = this.registry.find(contract.name);
    if (!registered) throw new CallFailed(contract, 'nobody answers it here');
    try {
      const answer = answerCall(registered, JSON.parse(body), origin, { signal });
      return overTheWire(await Promise.race([answer, ended(signal)]));
    } catch (error) {
      // Over HTTP a failure of the handler's own calls is a failure of this call, too.
      if (error instanceof Refusal) throw new Refusal(overTheWire(error.toRecord()));
      if (error === signal.reason) throw error;
      throw new CallFailed(contract, (error as Error).message, error);
    }
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
  imports: [DiscoveryModule],
  providers: [CallRegistry, { provide: Calls, useClass: LocalCaller }],
  exports: [Calls, CallRegistry],
})
export class LocalCalls {}
