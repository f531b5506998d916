import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { callPurpose } from '@hearth/calls';
import type { CallContract, OutputOf } from '@hearth/contract-kit';
import { Signer, loadSigningKey } from '@hearth/secrets';
import { Agent, request } from 'undici';
import type { z } from 'zod';
import { waitFor } from '../wait-for.js';

const TIMEOUT_MS = 5_000;

/** Calls the witness' processes, signed as the operator. */
export class WitnessCalls {
  private readonly agent = new Agent({ connections: 32, keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 });
  private turn = 0;

  private constructor(private readonly signer: Signer) {}

  /** @param secrets folder of the keys, as `./hearth` creates it */
  static async open(secrets: string): Promise<WitnessCalls> {
    return new WitnessCalls(new Signer(await loadSigningKey(path.join(secrets, 'signing', 'operator.json'))));
  }

  /**
   * Repeats an idempotent call until one of the replicas has answered.
   * @param addresses internal addresses of the replicas of the contract's owner; used in turn
   */
  insist<C extends CallContract>(
    addresses: readonly string[],
    contract: C,
    input: z.input<C['input']>,
    timeoutMs: number,
  ): Promise<OutputOf<C>> {
    const answer = async () => ({ output: await this.call(this.next(addresses), contract, input) });
    return waitFor(`an answer to ${contract.name}`, answer, { timeoutMs, intervalMs: 20 }).then(({ output }) => output);
  }

  /**
   * Makes a call once.
   * @throws when it is not answered with status 200
   */
  async call<C extends CallContract>(address: string, contract: C, input: z.input<C['input']>): Promise<OutputOf<C>> {
    const { statusCode, body } = await request(`${address}/calls/${contract.name}`, {
      method: 'POST',
      dispatcher: this.agent,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${this.signer.sign(callPurpose(contract))}`,
        'x-request-id': randomUUID(),
      },
      body: JSON.stringify(input),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${contract.name} was answered with ${statusCode}: ${text}`);
    return contract.output.parse(JSON.parse(text)) as OutputOf<C>;
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  private next(addresses: readonly string[]): string {
    this.turn += 1;
    return addresses[this.turn % addresses.length]!;
  }
}
