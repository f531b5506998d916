import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { CallContract } from '@hearth/contract-kit';
import { answersOf, type CallContext } from './answers.js';

type Handler = (input: unknown, context: CallContext) => Promise<unknown>;

export interface RegisteredCall {
  readonly contract: CallContract;
  readonly handle: Handler;
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
