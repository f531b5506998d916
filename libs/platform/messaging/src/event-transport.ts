import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import { SpanKind } from '@opentelemetry/api';
import { isObservable, lastValueFrom } from 'rxjs';
import type { Tx } from '@hearth/data';
import { continueTrace, withOrigin } from '@hearth/telemetry';
import type { EventEnvelope } from './event.js';
import { UnacceptableEvent, type Outcome } from './inbox/inbox.js';
import type { Delivery } from './on.js';
import type { Forwarder } from './outbox/forwarder.js';
import { RunningHandlers } from './running-handlers.js';
import type { Binding, ServiceMessaging } from './service-messaging.js';

/** How events get from the outboxes to the reactions of this process. Both transports go through the same inbox. */
export abstract class EventTransport extends Server implements CustomTransportStrategy {
  // This server awaits what handlers return, so Nest must not log their errors away.
  override readonly propagatesEventHandlerErrors = true;
  private services: readonly ServiceMessaging[] = [];
  private readonly handlers = new RunningHandlers();

  /**
   * Binds the reactions of the process. Called once, after Nest has added its handlers.
   * @throws when a reaction is a controller of no module, or a controller is a reaction of no service
   */
  bind(services: readonly ServiceMessaging[]): void {
    this.services = services;
    const bound = services.flatMap(({ bindings }) => bindings);
    const missing = bound.find(({ pattern }) => !this.getHandlerByPattern(pattern));
    if (missing) throw new Error(`${missing.handler} of ${missing.service} is not among the controllers of its module`);
    const patterns = new Set(bound.map(({ pattern }) => pattern));
    const stray = [...this.getHandlers().keys()].find((pattern) => !patterns.has(pattern));
    if (stray) throw new Error(`${stray} is not among the reactions given to MessagingModule.forService`);
  }

  /** Takes the events of one service's outbox to where this transport delivers them. */
  abstract forwarder(messaging: ServiceMessaging): Forwarder;
  /** True once the transport was connected. */
  abstract get ready(): boolean;

  /** What is wrong now, as sentences. */
  get problems(): string[] {
    return this.handlers.long;
  }

  /** What only another process helps against, as sentences. */
  get stuck(): string[] {
    return this.handlers.hopeless;
  }

  protected get bound(): readonly ServiceMessaging[] {
    return this.services;
  }

  /** Gives an event to each of the bindings; never throws. Returns the outcome that keeps the event longest. */
  protected async deliver(event: EventEnvelope, bindings: readonly Binding[]): Promise<Outcome> {
    let result: Outcome = { finished: true, result: 'done' };
    for (const binding of bindings) {
      if (event.onlyFor && event.onlyFor !== `${binding.service}/${binding.handler}`) continue;
      const outcome = await this.handlers.track(`${binding.handler} of ${binding.service}`, () =>
        onBehalfOf(event, binding, () =>
          binding.inbox.handleOnce(binding.handler, event, (tx, attempt) => this.react(binding, event, tx, attempt)),
        ),
      );
      if (!outcome.finished && (result.finished || outcome.retryAfterMs > result.retryAfterMs)) result = outcome;
    }
    return result;
  }

  private async react(binding: Binding, event: EventEnvelope, tx: Tx, attempt: number): Promise<void> {
    // A copy for each handler, as the wire would make it; unknown fields are dropped by the contract.
    const parsed = binding.event.data.safeParse(structuredClone(event.data));
    if (!parsed.success)
      throw new UnacceptableEvent(`${event.type} is not what its contract says: ${parsed.error.message}`);
    const { data: _data, onlyFor: _onlyFor, trace: _trace, ...attributes } = event;
    const delivery: Delivery = { data: parsed.data, tx, meta: { ...attributes, attempt } };
    const handler = this.getHandlerByPattern(binding.pattern);
    const result: unknown = await handler?.(delivery);
    // Errors arrive as an observable.
    if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
  }

  abstract override listen(callback: (error?: unknown) => void): void;
  abstract override close(): Promise<void>;

  override on(): never {
    throw new Error('an event transport has no events of its own');
  }

  override unwrap<T>(): T {
    return this as unknown as T;
  }
}

/** What a reaction does goes back to its event, and continues the trace in which the event was appended. */
function onBehalfOf<T>(event: EventEnvelope, { service, handler }: Binding, work: () => Promise<T>): Promise<T> {
  const attributes = {
    'messaging.operation.type': 'process',
    'messaging.message.id': event.id,
    'hearth.service': service,
    'hearth.handler': handler,
  };
  const origin = { correlation: event.correlation ?? event.id, causation: event.id, actor: event.actor };
  return withOrigin(origin, () =>
    continueTrace(event.trace ?? {}, `process ${event.type}`, SpanKind.CONSUMER, attributes, work),
  );
}
