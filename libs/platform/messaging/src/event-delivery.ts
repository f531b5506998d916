import { BaseRpcContext } from '@nestjs/microservices';
import type { Tx } from '@hearth/data';
import type { EventEnvelope, EventMeta } from './event.js';
import type { Reaction } from './service-messaging.js';

/** Context of a reaction, in addition to the event's data. */
export interface Delivery {
  /** The transaction that stores the effect together with the mark that the event is handled. */
  readonly tx: Tx;
  readonly meta: EventMeta;
}

/** One delivery of an event to one reaction: Nest's context of the handler. */
export class EventDelivery extends BaseRpcContext<[EventEnvelope]> implements Delivery {
  private attempt: { readonly tx: Tx; readonly number: number } | undefined;

  constructor(
    readonly event: EventEnvelope,
    readonly reaction: Reaction,
  ) {
    super([event]);
  }

  /** Begins an attempt, whose transaction the reaction then uses. */
  begin(tx: Tx, number: number): void {
    this.attempt = { tx, number };
  }

  get tx(): Tx {
    return this.begun.tx;
  }

  get meta(): EventMeta {
    const { data: _data, onlyFor: _onlyFor, trace: _trace, ...attributes } = this.event;
    return { ...attributes, attempt: this.begun.number };
  }

  private get begun() {
    if (!this.attempt) throw new Error(`${this.reaction.handler} handles ${this.event.type} outside of its inbox`);
    return this.attempt;
  }
}
