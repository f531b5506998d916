import type { EventContract, ServiceName } from '@hearth/contract-kit';
import type { Database } from '@hearth/data';
import { Inbox } from './inbox/inbox.js';
import { subscriptionOf, type ReactionClass } from './on.js';

/** One reaction of one service. */
export interface Binding {
  readonly service: ServiceName;
  /** The class name: what the inbox knows the reaction by. Renaming the class makes it a new handler. */
  readonly handler: string;
  readonly event: EventContract;
  readonly pattern: string;
  readonly inbox: Inbox;
}

/** What the messaging of one service consists of in this process. */
export class ServiceMessaging {
  readonly bindings: readonly Binding[];
  private readonly inbox: Inbox;

  /** @throws when two reactions have the same name: they would share their inbox rows */
  constructor(
    readonly service: ServiceName,
    readonly database: Database,
    reactions: readonly ReactionClass[],
  ) {
    this.inbox = new Inbox(service, database);
    this.bindings = reactions.map((reaction) => ({
      service,
      handler: reaction.name,
      ...subscriptionOf(reaction),
      inbox: this.inbox,
    }));
    const names = new Set(this.bindings.map(({ handler }) => handler));
    if (names.size < reactions.length) throw new Error(`two reactions of ${service} have the same name`);
  }

  /** Keeps a message that is no event as a dead letter. */
  rejectUnreadable(key: string, value: Buffer | null, reason: string): Promise<void> {
    return this.inbox.rejectUnreadable(key, value, reason);
  }
}
