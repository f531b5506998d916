import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Calls } from '@hearth/calls';
import { continueTrace, withOrigin } from '@hearth/telemetry';
import { EventDataPipe } from '../event-data.pipe.js';
import type { EventDelivery } from '../event-delivery.js';
import { Inbox, UnacceptableEvent, type Outcome } from './inbox.js';

/** Runs the reactions of one service through its inbox; emits the outcome of the delivery and never an error. */
@Injectable()
export class InboxInterceptor implements NestInterceptor<void, Outcome> {
  constructor(
    /** The inbox of the module's service. */
    readonly inbox: Inbox,
    private readonly calls: Calls,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<void>): Observable<Outcome> {
    const delivery = context.switchToRpc().getContext<EventDelivery>();
    const handled = onBehalfOf(delivery, this.inbox.service, () =>
      this.inbox.handleOnce(
        delivery.reaction.handler,
        delivery.event,
        async (tx, attempt) => {
          delivery.begin(tx, attempt);
          await lastValueFrom(next.handle(), { defaultValue: undefined });
        },
        () => this.confirm(delivery),
      ),
    );
    return from(handled);
  }

  private async confirm({ event, reaction }: EventDelivery): Promise<void> {
    const { confirm, event: contract } = reaction;
    if (confirm && !(await confirm(this.calls, new EventDataPipe(contract).transform(event.data))))
      throw new UnacceptableEvent(`${event.type} is not true: its owner still has what it says is gone`);
  }
}

/** Runs a reaction with the event as its origin, in the trace in which the event was appended. */
function onBehalfOf<T>({ event, reaction }: EventDelivery, service: string, work: () => Promise<T>): Promise<T> {
  const attributes = {
    'messaging.operation.type': 'process',
    'messaging.message.id': event.id,
    'hearth.service': service,
    'hearth.handler': reaction.handler,
  };
  const origin = { correlation: event.correlation ?? event.id, causation: event.id, actor: event.actor };
  return withOrigin(origin, () =>
    continueTrace(event.trace ?? {}, `process ${event.type}`, SpanKind.CONSUMER, attributes, work),
  );
}
