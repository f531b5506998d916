import { Catch, Controller, UseFilters, type RpcExceptionFilter } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { throwError, type Observable } from 'rxjs';
import type { EventContract, EventDataOf } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import type { EventMeta } from './event.js';

/** A reaction to one event: its effect is stored through `tx`, together with the mark that the event was handled. */
export interface Reaction<E extends EventContract = EventContract> {
  handle(data: EventDataOf<E>, tx: Tx, meta: EventMeta): Promise<void>;
}

export type ReactionClass = new (...dependencies: never[]) => Reaction;

/** What Nest passes to the handler as its one payload. */
export interface Delivery {
  readonly data: unknown;
  readonly tx: Tx;
  readonly meta: EventMeta;
}

interface Subscription {
  readonly event: EventContract;
  /** Nest's pattern, unique per class: two services may name their reactions alike. */
  readonly pattern: string;
}

const subscriptions = new WeakMap<object, Subscription>();
let subscribed = 0;

/**
 * Makes a class the reaction to an event. List the class in the `controllers` of its service's module and in
 * `MessagingModule.forService(service, { reactions })`.
 * The effect happens once for each event, in order per key; a failure is retried, then the event becomes a dead letter.
 */
export function On<E extends EventContract>(event: E) {
  return <C extends new (...dependencies: never[]) => Reaction<E>>(target: C): void => {
    const pattern = `${event.name}#${target.name}#${++subscribed}`;
    const receive: TypedPropertyDescriptor<(delivery: Delivery) => Promise<void>> = {
      value(this: Reaction<E>, { data, tx, meta }: Delivery) {
        return this.handle(data as EventDataOf<E>, tx, meta);
      },
    };
    Object.defineProperty(target.prototype, 'receive', receive);
    Controller()(target);
    EventPattern<string>(pattern)(target.prototype as object, 'receive', receive);
    UseFilters(RawErrors)(target.prototype as object, 'receive', receive);
    subscriptions.set(target, { event, pattern });
  };
}

/**
 * The event and pattern of a reaction class.
 * @throws when the class has no @On
 */
export function subscriptionOf(reaction: ReactionClass): Subscription {
  const subscription = subscriptions.get(reaction);
  if (!subscription) throw new Error(`${reaction.name} is listed as a reaction, but has no @On(event)`);
  return subscription;
}

/** Hands the reaction's own error to the transport; Nest's default filter would replace it by "Internal server error". */
@Catch()
class RawErrors implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}
