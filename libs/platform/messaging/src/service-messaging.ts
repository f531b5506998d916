import { Injectable } from '@nestjs/common';
import type { MessageHandler } from '@nestjs/microservices';
import type { EventContract, ServiceName } from '@hearth/contract-kit';
import type { Database } from '@hearth/data';
import type { Confirm } from './confirm.js';
import type { Inbox } from './inbox/inbox.js';
import type { SelectiveReaction } from './selective-reaction.js';

/** One reaction of one service. */
export interface Reaction {
  readonly service: ServiceName;
  /** The class name, by which the inbox identifies the reaction. Renaming the class makes it a new handler. */
  readonly handler: string;
  readonly event: EventContract;
  readonly confirm: Confirm | undefined;
  /** Set when it skips events. */
  readonly selective: SelectiveReaction | undefined;
  /** Nest's handler, with its interceptors and pipes. */
  readonly handle: MessageHandler;
}

/** The messaging of one service in this process. */
@Injectable()
export class ServiceMessaging {
  private readonly registered: Reaction[] = [];

  constructor(
    readonly database: Database,
    private readonly inbox: Inbox,
  ) {}

  get service(): ServiceName {
    return this.inbox.service;
  }

  get reactions(): readonly Reaction[] {
    return this.registered;
  }

  /** @throws when two reactions have the same name: they would share their inbox row */
  register(reaction: Omit<Reaction, 'service'>): void {
    const { service } = this;
    if (this.registered.some(({ handler }) => handler === reaction.handler))
      throw new Error(`two reactions of ${service} have the same name: ${reaction.handler}`);
    this.registered.push({ ...reaction, service });
  }

  /** Stores a message that is not a valid event as a dead letter. */
  rejectUnreadable(key: string, value: Buffer | null, reason: string): Promise<void> {
    return this.inbox.rejectUnreadable(key, value, reason);
  }
}
