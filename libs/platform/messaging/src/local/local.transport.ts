import { Injectable } from '@nestjs/common';
import { EventTransport } from '../event-transport.js';
import type { Outcome } from '../inbox/inbox.js';
import type { OutboxRow } from '../outbox/outbox-rows.js';
import type { Forwarder } from '../outbox/forwarder.js';
import type { ServiceMessaging } from '../service-messaging.js';
import { LocalForwarder } from './local.forwarder.js';

/** Hands events from the outboxes of this process straight to the reactions of this process. */
@Injectable()
export class LocalTransport extends EventTransport {
  forwarder(messaging: ServiceMessaging): Forwarder {
    return new LocalForwarder(messaging, (row) => this.deliverRow(row));
  }

  get ready(): boolean {
    return true;
  }

  listen(callback: (error?: unknown) => void): void {
    callback();
  }

  async close(): Promise<void> {
    // Nothing of its own: the relays' forwarders wait for the handlers.
  }

  private deliverRow({ topic, event }: OutboxRow): Promise<Outcome> {
    const bindings = this.bound
      .flatMap((messaging) => messaging.bindings)
      .filter((binding) => binding.event.owner === topic && binding.event.name === event.type);
    return this.deliver(event, bindings);
  }
}
