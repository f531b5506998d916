import { Injectable } from '@nestjs/common';
import { EventTransport } from '../event-transport.js';
import type { Outcome } from '../inbox/inbox.js';
import type { OutboxRow } from '../outbox/outbox-rows.js';
import type { Forwarder } from '../outbox/forwarder.js';
import type { Binding, ServiceMessaging } from '../service-messaging.js';
import { LocalForwarder } from './local.forwarder.js';

/** Delivers events from the outboxes of this process directly to the reactions of this process. */
@Injectable()
export class LocalTransport extends EventTransport {
  private bindings: readonly Binding[] = [];

  forwarder(messaging: ServiceMessaging): Forwarder {
    return new LocalForwarder(messaging, (row) => this.deliverRow(row));
  }

  get ready(): boolean {
    return true;
  }

  start(services: readonly ServiceMessaging[]): void {
    this.bindings = services.flatMap(({ bindings }) => bindings);
  }

  async close(): Promise<void> {
    // Nothing to close: the relays' forwarders wait for the handlers.
  }

  private deliverRow({ topic, event }: OutboxRow): Promise<Outcome> {
    const bindings = this.bindings.filter(
      (binding) => binding.event.owner === topic && binding.event.name === event.type,
    );
    return this.deliver(event, bindings);
  }
}
