import { Injectable } from '@nestjs/common';
import { EventServer, type EventConsumer } from '../event-server.js';
import type { Forwarder } from '../outbox/forwarder.js';
import type { OutboxRow } from '../outbox/outbox-rows.js';
import type { Reaction, ServiceMessaging } from '../service-messaging.js';
import { LocalForwarder } from './local.forwarder.js';

/** Delivers events from the outboxes of this process directly to the reactions of this process. */
@Injectable()
export class LocalEventServer extends EventServer {
  private reactions: readonly Reaction[] = [];

  protected forwarder(messaging: ServiceMessaging): Forwarder {
    return new LocalForwarder(messaging, {
      select: (rows) => this.selected(rows.map((row) => ({ event: row.event, reactions: this.reactionsTo(row) }))),
      deliver: (event, reactions) => this.deliver(event, reactions),
    });
  }

  /** Needs no consumers: the relays' forwarders deliver, and wait for the handlers. */
  protected consume(services: readonly ServiceMessaging[]): readonly EventConsumer[] {
    this.reactions = services.flatMap(({ reactions }) => reactions);
    return [];
  }

  private reactionsTo({ topic, event: { type } }: OutboxRow): readonly Reaction[] {
    return this.reactions.filter(({ event: { owner, name } }) => owner === topic && name === type);
  }
}
