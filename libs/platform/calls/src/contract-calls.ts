import { randomUUID } from 'node:crypto';
import { Refusal, type CallContract, type InputOf, type OutputOf } from '@hearth/contract-kit';
import { currentOrigin, traced } from '@hearth/telemetry';
import type { SpanKind } from '@opentelemetry/api';
import { CallFailed, Calls, type CallOptions } from './calls.js';
import { metrics } from './metrics.js';
import { LARGEST_INPUT, type CallOrigin } from './wire.js';

/** A call to its owner. */
export interface OutgoingCall {
  readonly contract: CallContract;
  /** The input as JSON. */
  readonly body: string;
  readonly origin: CallOrigin;
  /** Aborted with a CallFailed when the caller no longer waits for the answer. */
  readonly signal: AbortSignal;
}

/** The part of calls that does not depend on where the owner runs: origin, deadline, validation of the answer, spans and metrics. */
export abstract class ContractCalls extends Calls {
  /**
   * @param patienceMs longest wait for an answer when the caller sets none
   * @param spanKind kind of the calls' spans
   */
  constructor(
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

  /**
   * Sends a call to its owner.
   * @returns the parsed JSON of the answer
   * @throws Refusal of the owner; any other error without an answer
   */
  abstract carry(call: OutgoingCall): Promise<unknown>;

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
      const answer = await this.carry({ contract, body: encoded(contract, input), origin, signal: wait.signal });
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
    if (given?.aborted) throw new CallFailed(contract, 'nobody waits for it', given.reason);
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
