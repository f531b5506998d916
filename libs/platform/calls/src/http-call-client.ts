import { Refusal, WrongStorage, type CallContract, type RefusalRecord } from '@hearth/contract-kit';
import type { ProcessTls, Signer } from '@hearth/secrets';
import { traceHeaders } from '@hearth/telemetry';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CallClient, type OutgoingCall } from './call-client.js';
import { CallFailed } from './calls.js';
import type { LocalCallClient } from './local-calls.js';
import { ServiceClient, type ServiceAnswer } from './service-client/service-client.js';
import type { ServiceMap } from './service-client/service-map.js';
import { waitingLimit } from './settings.js';
import { STORAGE_HEADER, callPath, callPurpose, originHeaders } from './wire.js';

const WRONG_STORAGE = 421;
const CONNECTIONS = 64;
const REMEMBERED = 20_000;

/** Calls over HTTP to the owner's internal listener; directly to the handler when the owner is this process, unless that names another storage. */
@Injectable()
export class HttpCallClient extends CallClient implements OnApplicationShutdown {
  private readonly client: ServiceClient;
  /** Storages by routing key, as processes have named them. Only hints: the called process checks for itself. */
  private readonly storages = new LRUCache<string, string>({ max: REMEMBERED });

  constructor(
    private readonly local: LocalCallClient,
    services: ServiceMap,
    private readonly signer: Signer,
    tls: ProcessTls,
  ) {
    super();
    this.client = new ServiceClient(services, {
      listener: 'internal',
      connections: CONNECTIONS,
      waitingLimit: waitingLimit(),
      silenceMs: 0,
      tls,
    });
  }

  async carry(call: OutgoingCall): Promise<unknown> {
    if (this.local.answers(call.contract.name)) {
      try {
        return await this.local.carry(call);
      } catch (error) {
        const { cause } = error as Error;
        if (!(cause instanceof WrongStorage)) throw error;
        // This process is one of its service's, and another one owns the storage.
        return outcome(call.contract, await this.post(call, cause.storage));
      }
    }
    const { routeBy } = call.contract;
    if (routeBy === undefined) return outcome(call.contract, (await this.located(call)).answer);
    const key = routingKey(call, routeBy);
    const hint = this.storages.get(key);
    // Also without an answer: the hint may name a storage that no longer exists.
    this.storages.delete(key);
    const { answer, storage } = await this.located(call, hint);
    if (storage !== undefined) this.storages.set(key, storage);
    return outcome(call.contract, answer);
  }

  /**
   * Calls the process that is believed to own the storage, and the one that it names if it does not.
   * @returns also the storage that answered, if known
   */
  private async located(call: OutgoingCall, storage?: string): Promise<{ answer: ServiceAnswer; storage?: string }> {
    const answer = await this.post(call, storage);
    const owner = answer.headers[STORAGE_HEADER];
    if (answer.statusCode !== WRONG_STORAGE || typeof owner !== 'string')
      return { answer, ...(storage && { storage }) };
    // Once only: two processes that name each other would be called for ever.
    return { answer: await this.post(call, owner), storage: owner };
  }

  close(): Promise<void> {
    return this.client.close();
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  private async post({ contract, body, origin, signal }: OutgoingCall, storage?: string): Promise<ServiceAnswer> {
    return this.client.ask(
      { service: contract.owner, storage },
      {
        method: 'POST',
        path: callPath(contract.name),
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${this.signer.sign(callPurpose(contract))}`,
          ...originHeaders(origin),
          ...traceHeaders(),
        },
        body,
        signal,
        repeatable: contract.idempotent,
      },
    );
  }
}

function routingKey({ contract, body }: OutgoingCall, routeBy: string): string {
  const input = JSON.parse(body) as Record<string, unknown>;
  return `${contract.owner}:${routeBy}:${JSON.stringify(input[routeBy])}`;
}

function outcome(contract: CallContract, { statusCode, body }: ServiceAnswer): unknown {
  if (statusCode === 200) return JSON.parse(body.toString());
  const { refusal, error } = failureIn(body);
  if (refusal) throw new Refusal(refusal);
  throw new CallFailed(contract, `answered ${statusCode}${error === undefined ? '' : ` (${error})`}`);
}

function failureIn(body: Buffer): { refusal?: RefusalRecord; error?: string } {
  try {
    return (JSON.parse(body.toString()) as { refusal?: RefusalRecord; error?: string } | null) ?? {};
  } catch {
    return {};
  }
}
