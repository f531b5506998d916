import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { CallContract } from '@hearth/contract-kit';
import { withOrigin } from '@hearth/telemetry';
import { answersOf, type CallContext } from './answers.js';
import type { CallOrigin } from './wire.js';

const logger = new Logger('Calls');

type Handler = (input: unknown, context: CallContext) => Promise<unknown>;

export interface RegisteredCall {
  readonly contract: CallContract;
  readonly handle: Handler;
}

/** A call whose input does not match its contract. */
export class InputRefused extends Error {
  constructor(contract: CallContract, cause: Error) {
    super(`${contract.name} does not take this input: ${cause.message}`, { cause });
    this.name = 'InputRefused';
  }
}

/** The contracts that services of this process answer, by name. */
@Injectable()
export class CallRegistry implements OnModuleInit {
  private readonly calls = new Map<string, RegisteredCall>();

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws when two providers answer the same contract */
  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders()) {
      if (!instance || typeof instance !== 'object') continue;
      for (const { contract, method } of answersOf(Object.getPrototypeOf(instance))) {
        if (this.calls.has(contract.name)) throw new Error(`${contract.name} is answered twice`);
        const handle: Handler = (input, context) => (instance as Record<string, Handler>)[method]!(input, context);
        this.calls.set(contract.name, { contract, handle });
      }
    }
  }

  find(name: string): RegisteredCall | undefined {
    return this.calls.get(name);
  }
}

/**
 * Answers a call in the context of its origin, from this process or another.
 * @param input as parsed from JSON
 * @throws InputRefused, or whatever the handler throws
 */
export async function answerCall(
  { contract, handle }: RegisteredCall,
  input: unknown,
  origin: CallOrigin,
  context: CallContext,
): Promise<unknown> {
  const parsed = contract.input.safeParse(input);
  if (!parsed.success) throw new InputRefused(contract, parsed.error);
  return withOrigin(origin, async () => {
    const startedAt = performance.now();
    try {
      return (await handle(parsed.data, context)) ?? null;
    } finally {
      logger.log(`${contract.name} took ${Math.round(performance.now() - startedAt)} ms`);
    }
  });
}
