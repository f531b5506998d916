import { randomUUID } from 'node:crypto';
import { Global, Injectable, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Refusal, type CallContract, type InputOf, type OutputOf } from '@hearth/contract-kit';
import type { CallContext } from './answers.js';
import { CallFailed, Calls, DEFAULT_TIMEOUT_MS, type CallOptions } from './calls.js';
import { CallRegistry } from './registry.js';

/** Calls within one process. Payloads are cloned and parsed exactly as on the wire, so a contract holds in both modes or in none. */
@Injectable()
export class LocalCaller extends Calls {
  constructor(private readonly registry: CallRegistry) {
    super();
  }

  query<C extends CallContract>(contract: C, input: InputOf<C>, options?: CallOptions): Promise<OutputOf<C>> {
    return this.call(contract, input, options);
  }

  command<C extends CallContract>(contract: C, input: InputOf<C>, options?: CallOptions): Promise<OutputOf<C>> {
    return this.call(contract, input, options);
  }

  private async call<C extends CallContract>(
    contract: C,
    input: InputOf<C>,
    { timeoutMs = DEFAULT_TIMEOUT_MS, correlationId = randomUUID() }: CallOptions = {},
  ): Promise<OutputOf<C>> {
    const registered = this.registry.find(contract.name);
    if (!registered) throw new CallFailed(contract, 'nobody answers it here');
    const context = new LocalContext(timeoutMs, correlationId);
    try {
      const answer = await registered.handle(contract.input.parse(overTheWire(input)), context);
      return contract.output.parse(overTheWire(answer)) as OutputOf<C>;
    } catch (error) {
      if (error instanceof Refusal) throw new Refusal(overTheWire(error.toRecord()));
      throw error;
    }
  }
}

/** Its signal is made when somebody looks at it: most handlers are done long before they could be too late. */
class LocalContext implements CallContext {
  private made: AbortSignal | undefined;

  constructor(
    private readonly timeoutMs: number,
    readonly correlationId: string,
  ) {}

  get signal(): AbortSignal {
    return (this.made ??= AbortSignal.timeout(this.timeoutMs));
  }
}

function overTheWire<T>(value: T): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T);
}

/** Binds contracts to the services of this process. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [CallRegistry, { provide: Calls, useClass: LocalCaller }],
  exports: [Calls, CallRegistry],
})
export class LocalCalls {}
