import { SpanKind } from '@opentelemetry/api';
import type { EventContract, EventDataOf } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { continueTrace, withOrigin } from '@hearth/telemetry';
import type { EventEnvelope } from './event.js';
import { UnacceptableEvent, type Outcome } from './inbox/inbox.js';
import type { Forwarder } from './outbox/forwarder.js';
import { RunningHandlers } from './running-handlers.js';
import type { Binding, ServiceMessaging } from './service-messaging.js';

/** Delivers events from the outboxes to the reactions of this process. Both transports use the same inbox. */
export abstract class EventTransport {
  private readonly handlers = new RunningHandlers();

  /** Starts delivering to the reactions of these services; called once. */
  abstract start(services: readonly ServiceMessaging[]): void;
  /** Creates the forwarder of one service's outbox. */
  abstract forwarder(messaging: ServiceMessaging): Forwarder;
  /** True once the transport has been connected. */
  abstract get ready(): boolean;

  /** Current problems, one sentence each. */
  get problems(): string[] {
    return this.handlers.long;
  }

  /** Problems that only a restart of the process solves, one sentence each. */
  get stuck(): string[] {
    return this.handlers.stuck;
  }

  /** Delivers an event to each of the bindings; never throws. Returns the outcome with the longest delay. */
  protected async deliver(event: EventEnvelope, bindings: readonly Binding[]): Promise<Outcome> {
    let result: Outcome = { finished: true, result: 'done' };
    for (const binding of bindings) {
      if (event.onlyFor && event.onlyFor !== `${binding.service}/${binding.handler}`) continue;
      const outcome = await this.handlers.track(`${binding.handler} of ${binding.service}`, () =>
        onBehalfOf(event, binding, () =>
          binding.inbox.handleOnce(
            binding.handler,
            event,
            (tx, attempt) => this.react(binding, event, tx, attempt),
            () => this.confirm(binding, event),
          ),
        ),
      );
      if (!outcome.finished && (result.finished || outcome.retryAfterMs > result.retryAfterMs)) result = outcome;
    }
    return result;
  }

  private async confirm({ reaction, event: contract }: Binding, event: EventEnvelope): Promise<void> {
    if (reaction.confirm && !(await reaction.confirm(dataOf(contract, event))))
      throw new UnacceptableEvent(`${event.type} is not true: its owner still has what it says is gone`);
  }

  private async react(binding: Binding, event: EventEnvelope, tx: Tx, attempt: number): Promise<void> {
    const { data: _data, onlyFor: _onlyFor, trace: _trace, ...attributes } = event;
    await binding.reaction.handle(dataOf(binding.event, event), tx, { ...attributes, attempt });
  }

  /** Stops delivering and waits for the running handlers. */
  abstract close(): Promise<void>;
}

/** A copy for each handler, as over the wire; the contract drops unknown fields. */
function dataOf<E extends EventContract>(contract: E, { type, data }: EventEnvelope): EventDataOf<E> {
  const parsed = contract.data.safeParse(structuredClone(data));
  if (!parsed.success) throw new UnacceptableEvent(`${type} is not what its contract says: ${parsed.error.message}`);
  return parsed.data as EventDataOf<E>;
}

/** Runs a reaction with the event as its origin, in the trace in which the event was appended. */
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
