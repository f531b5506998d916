import { UseInterceptors, applyDecorators } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventContract, EventDataOf } from '@hearth/contract-kit';
import type { Confirm } from './confirm.js';
import { EventDataPipe } from './event-data.pipe.js';
import type { Delivery } from './event-delivery.js';
import { InboxInterceptor } from './inbox/inbox.interceptor.js';

/** Transport of the handlers that `On` declares: only an EventServer registers them. */
export const EVENTS = Symbol('events');

export interface ReactionOptions<E extends EventContract = EventContract> {
  /**
   * Required of reactions to `…-deleted` events: anyone who can write to the broker could otherwise erase data with a forged event. See
   * `gone`.
   */
  readonly confirm?: Confirm<E>;
}

/** Declaration of a handler, as the EventServer reads it. */
export interface ReactionExtras extends ReactionOptions {
  readonly event: EventContract;
  /** The controller. */
  readonly reaction: new (...dependencies: never[]) => object;
}

type Reacting<E extends EventContract> = <F extends (data: EventDataOf<E>, delivery: Delivery) => Promise<void>>(
  target: object,
  property: string,
  descriptor: TypedPropertyDescriptor<F>,
) => void;

/**
 * Declares a controller's method as the reaction to an event, one in each class. Its effect is stored through the delivery's transaction,
 * together with the mark that the event is handled: it happens once for each event, in order per key. A failure is retried, and when the
 * attempts are used up the event becomes a dead letter.
 * @throws when a reaction to a deletion does not confirm it
 */
export function On<E extends EventContract>(event: E, { confirm }: ReactionOptions<E> = {}): Reacting<E> {
  return (target, property, descriptor) => {
    const reaction = target.constructor;
    if (!confirm && event.name.endsWith('-deleted'))
      throw new Error(`${reaction.name} does not confirm ${event.name}: pass On a \`confirm\``);
    Payload(new EventDataPipe(event))(target, property, 0);
    Ctx()(target, property, 1);
    applyDecorators(
      EventPattern<string>(event.name, EVENTS, { event, confirm, reaction }),
      UseInterceptors(InboxInterceptor),
    )(target, property, descriptor);
  };
}
