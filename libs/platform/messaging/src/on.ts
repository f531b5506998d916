import { Injectable } from '@nestjs/common';
import type { EventContract, EventDataOf } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import type { EventMeta } from './event.js';

/** A reaction to one event: its effect is stored through `tx`, together with the mark that the event is handled. */
export interface Reaction<E extends EventContract = EventContract> {
  /**
   * Asks the event's owner, before the transaction, whether what the event says is gone is gone. Required of reactions to `…-deleted`
   * events: whoever can write to the broker could otherwise erase data with a made-up event.
   * @returns false: it still exists, and the event becomes a dead letter without an effect
   * @throws anything without an answer: the owner is asked again until there is one
   */
  confirm?(data: EventDataOf<E>): Promise<boolean>;
  handle(data: EventDataOf<E>, tx: Tx, meta: EventMeta): Promise<void>;
}

const events = new WeakMap<object, EventContract>();

/**
 * Declares a class as the reaction to an event. It is found among the `providers` of its service's module. The effect happens once for each
 * event, in order per key; a failure is retried, and when the attempts are used up the event becomes a dead letter.
 */
export function On<E extends EventContract>(event: E) {
  return <C extends new (...dependencies: never[]) => Reaction<E>>(target: C): void => {
    Injectable()(target);
    events.set(target, event);
  };
}

/** Returns the event that a provider reacts to; undefined for one without @On. */
export function eventOf(provider: object): EventContract | undefined {
  return events.get(provider.constructor);
}
