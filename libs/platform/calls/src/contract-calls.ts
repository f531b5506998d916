import { randomUUID } from 'node:crypto';
import { Refusal, type CallContract, type InputOf, type OutputOf } from '@hearth/contract-kit';
import { currentOrigin, traced } from '@hearth/telemetry';
import type { SpanKind } from '@opentelemetry/api';
import { lastValueFrom } from 'rxjs';
import type { CallClient, OutgoingCall } from './call-client.js';
import { CallFailed, Calls, type CallOptions } from './calls.js';
import { metrics } from './metrics.js';
import { LARGEST_INPUT, type CallOrigin } from './wire.js';

/** The part of calls that does not depend on where the owner runs: origin, deadline, validation of the answer, spans and metrics. */
export class ContractCalls extends Calls {
  /**
   * @param client sends the calls to their owners
   * @param patienceMs longest wait for an answer when the caller sets none
   * @param spanKind kind of the calls' spans
   */
  constructor(
    private readonly client: CallClient,
    private readonly patienceMs: number,
    private readonly spanKind: SpanKind,
  ) {
    super();
  }

  query<C extends CallContract>(contract: C, input: InputOf<C>, options?: CallOptions): Promise<OutputOf<C>> {
    return this.call(contract, input, options);
  }

  command<C extends CallContract>(contract: C, input: InputOf<C>, options?: CallOptions): Promise<OutputOf<C>> {
    return this.call(contract, input, options);
  }

  private call<C extends CallContract>(
    contract: C,
    input: InputOf<C>,
    options: CallOptions = {},
  ): Promise<OutputOf<C>> {
    const attributes = { 'rpc.system': 'hearth', 'rpc.service': contract.owner, 'rpc.method': contract.name };
    return traced(
      contract.name,
      attributes,
      () => timed(contract, this.answer(contract, input, options)),
      this.spanKind,
    );
  }

  private async answer<C extends CallContract>(
    contract: C,
    input: InputOf<C>,
    options: CallOptions,
  ): Promise<OutputOf<C>> {
    const origin = originOf(options, this.patienceMs);
    const wait = new Wait(contract, origin.deadline, options.signal);
    try {
      const call: OutgoingCall = { contract, body: encoded(contract, input), origin, signal: wait.signal };
      const answer = await lastValueFrom(this.client.send<unknown, OutgoingCall>(contract.name, call));
      const output = contract.output.safeParse(answer);
      if (!output.success) throw new CallFailed(contract, 'the answer is not what the contract says', output.error);
      return output.data as OutputOf<C>;
    } catch (error) {
      if (error instanceof Refusal || error instanceof CallFailed) throw error;
      throw new CallFailed(contract, (error as Error).message, error);
    } finally {
      wait.over();
    }
  }
}

/**
 * The deadline of a call.
 * @throws CallFailed when it has already passed
 */
class Wait {
  private readonly ending = new AbortController();
  private readonly timer: NodeJS.Timeout;
  readonly signal: AbortSignal;

  constructor(contract: CallContract, deadline: number, given: AbortSignal | undefined) {
    const left = deadline - Date.now();
    if (left <= 0) throw new CallFailed(contract, 'its time was over before it was sent');
    if (given?.aborted) throw new CallFailed(contract, 'its caller has gone', given.reason);
    this.timer = setTimeout(() => this.ending.abort(new CallFailed(contract, `no answer within ${left} ms`)), left);
    this.signal = given ? AbortSignal.any([this.ending.signal, given]) : this.ending.signal;
  }

  over(): void {
    clearTimeout(this.timer);
  }
}

function originOf({ timeoutMs }: CallOptions, patienceMs: number): CallOrigin {
  const current = currentOrigin();
  const deadline = Math.min(Date.now() + (timeoutMs ?? patienceMs), current?.deadline ?? Infinity);
  return { ...current, correlation: current?.correlation ?? randomUUID(), deadline };
}

function encoded(contract: CallContract, input: unknown): string {
  const body = JSON.stringify(input ?? {});
  if (Buffer.byteLength(body) > LARGEST_INPUT) throw new CallFailed(contract, 'its input is too large');
  return body;
}

async function timed<T>(contract: CallContract, answer: Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const end = (outcome: string) =>
    metrics.calls.observe({ contract: contract.name, outcome }, (performance.now() - startedAt) / 1000);
  try {
    const output = await answer;
    end('answered');
    return output;
  } catch (error) {
    end(error instanceof Refusal ? 'refused' : 'failed');
    throw error;
  }
}
