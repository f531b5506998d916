import { Injectable } from '@nestjs/common';
import { EventServer, type EventConsumer } from '../event-server.js';
import type { Outcome } from '../inbox/inbox.js';
import type { OutboxRow } from '../outbox/outbox-rows.js';
import type { Forwarder } from '../outbox/forwarder.js';
import type { Reaction, ServiceMessaging } from '../service-messaging.js';
import { LocalForwarder } from './local.forwarder.js';

/** Delivers events from the outboxes of this process directly to the reactions of this process. */
@Injectable()
export class LocalEventServer extends EventServer {
  private reactions: readonly Reaction[] = [];

  protected forwarder(messaging: ServiceMessaging): Forwarder {
    return new LocalForwarder(messaging, (row) => this.deliverRow(row));
  }

  /** Needs no consumers: the relays' forwarders deliver, and wait for the handlers. */
  protected consume(services: readonly ServiceMessaging[]): readonly EventConsumer[] {
    this.reactions = services.flatMap(({ reactions }) => reactions);
    return [];
  }

  private deliverRow({ topic, event }: OutboxRow): Promise<Outcome> {
    const reactions = this.reactions.filter(({ event: { owner, name } }) => owner === topic && name === event.type);
    return this.deliver(event, reactions);
  }
}
