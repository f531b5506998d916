import type { EventContract, ServiceName } from '@hearth/contract-kit';
import type { Database } from '@hearth/data';
import { Inbox } from './inbox/inbox.js';
import { eventOf, type Reaction } from './on.js';

/** One reaction of one service. */
export interface Binding {
  readonly service: ServiceName;
  /** The class name, by which the inbox identifies the reaction. Renaming the class makes it a new handler. */
  readonly handler: string;
  readonly event: EventContract;
  readonly reaction: Reaction;
  readonly inbox: Inbox;
}

/** The messaging of one service in this process. */
export class ServiceMessaging {
  private bound: readonly Binding[] = [];
  private readonly inbox: Inbox;

  constructor(
    readonly service: ServiceName,
    readonly database: Database,
  ) {
    this.inbox = new Inbox(service, database);
  }

  get bindings(): readonly Binding[] {
    return this.bound;
  }

  /**
   * Registers the providers that react to events.
   * @throws when two reactions have the same name: they would share their inbox row; when one to a deletion does not confirm it
   */
  bind(providers: readonly object[]): void {
    const { service, inbox } = this;
    this.bound = providers.flatMap((provider) => {
      const event = eventOf(provider);
      return event
        ? [{ service, handler: provider.constructor.name, event, reaction: provider as Reaction, inbox }]
        : [];
    });
    const names = new Set(this.bound.map(({ handler }) => handler));
    if (names.size < this.bound.length) throw new Error(`two reactions of ${service} have the same name`);
    const trusting = this.bound.find(({ event, reaction }) => event.name.endsWith('-deleted') && !reaction.confirm);
    if (trusting) throw new Error(`${trusting.handler} of ${service} does not confirm ${trusting.event.name}`);
  }

  /** Stores a message that is not a valid event as a dead letter. */
  rejectUnreadable(key: string, value: Buffer | null, reason: string): Promise<void> {
    return this.inbox.rejectUnreadable(key, value, reason);
  }
}
