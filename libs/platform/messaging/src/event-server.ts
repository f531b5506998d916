import { Injectable, type INestApplicationContext, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';
import type { EventContract } from '@hearth/contract-kit';
import { instancesOf } from '@hearth/data';
import { EventDataPipe } from './event-data.pipe.js';
import { EventDelivery } from './event-delivery.js';
import type { EventEnvelope } from './event.js';
import { InboxInterceptor } from './inbox/inbox.interceptor.js';
import type { Outcome } from './inbox/inbox.js';
import { EVENTS, type ReactionExtras } from './on.js';
import type { Forwarder } from './outbox/forwarder.js';
import { Relay } from './outbox/relay.js';
import { RetentionCleanup } from './retention-cleanup.js';
import { RunningHandlers } from './running-handlers.js';
import { SelectiveReaction } from './selective-reaction.js';
import type { Reaction, ServiceMessaging } from './service-messaging.js';

/** An event that may be delivered to some reactions. */
interface EventWithReactions {
  readonly event: EventEnvelope;
  readonly reactions: readonly Reaction[];
}

/** Brings the events of other processes to the reactions of one service. */
export interface EventConsumer {
  /** True once it has been connected. */
  readonly ready: boolean;
  /** A current problem, in one sentence. */
  readonly problem: string | undefined;
  /** A problem that only a restart of the process solves, in one sentence. */
  readonly stuck: string | undefined;
  /** Stops delivering and waits for the running handlers. */
  stop(): Promise<void>;
}

/**
 * Nest's transport of events: publishes the outboxes of this process' services, and delivers events to their reactions through their
 * inboxes. Connected by `app.connectMicroservice({ strategy })`. It starts without waiting for database or broker, to which connections are
 * retried without limit.
 */
@Injectable()
export abstract class EventServer extends Server implements CustomTransportStrategy {
  override readonly transportId = EVENTS;
  override readonly propagatesEventHandlerErrors = true;
  private readonly services: ServiceMessaging[] = [];
  private readonly running = new RunningHandlers();
  private relays: readonly Relay[] = [];
  private consumers: readonly EventConsumer[] = [];
  private trimming: RetentionCleanup | undefined;
  private closed: Promise<void> | undefined;

  constructor(private readonly modules: ModulesContainer) {
    super();
  }

  /** Adds a service of this process. */
  add(messaging: ServiceMessaging): void {
    this.services.push(messaging);
  }

  /** Registers a reaction with its service. Nest would chain those of one event, but each has its own inbox row, attempts and outcome. */
  override addHandler(_pattern: unknown, handle: MessageHandler, _isEvent?: boolean, extras?: object): void {
    const { event, reaction, confirm } = extras as ReactionExtras;
    const { service, controller } = this.declared(reaction);
    const messaging = this.services.find((each) => each.service === service);
    if (!messaging) throw new Error(`${reaction.name} reacts to ${event.name} for ${service}, which is not here`);
    const selective = controller instanceof SelectiveReaction ? controller : undefined;
    messaging.register({ handler: reaction.name, event, confirm, selective, handle });
  }

  /** Starts relays, consumers and the retention cleanup. */
  listen(callback: () => void): void {
    this.consumers = this.consume(this.services);
    this.relays = this.services.map((messaging) => new Relay(messaging, this.forwarder(messaging)));
    for (const relay of this.relays) relay.start();
    this.trimming = new RetentionCleanup(this.services);
    this.trimming.start();
    callback();
  }

  /** Starts delivering events to the reactions of these services. */
  protected abstract consume(services: readonly ServiceMessaging[]): readonly EventConsumer[];

  /** Creates the forwarder of one service's outbox. */
  protected abstract forwarder(messaging: ServiceMessaging): Forwarder;

  /** Returns true once everything has been connected. A later outage does not change it: the services keep serving requests. */
  ready(): boolean {
    return [...this.consumers, ...this.relays].every(({ ready }) => ready);
  }

  /** Returns true while there are no problems. */
  healthy(): boolean {
    return this.problems().length === 0;
  }

  /** Current problems, one sentence each: stuck components, and components that wait for database or broker. */
  problems(): string[] {
    return [...sentences(this.relays, 'problem'), ...this.running.long, ...sentences(this.consumers, 'problem')];
  }

  /**
   * Components without progress although database and broker respond, and although their connections were replaced, one sentence each: only
   * a restart of the process helps. Empty during a mere outage.
   */
  stuck(): string[] {
    return [...sentences(this.relays, 'stuck'), ...this.running.stuck, ...sentences(this.consumers, 'stuck')];
  }

  /** Stops relays and consumers and waits for running handlers. Called again, it waits for the same end. */
  close(): Promise<void> {
    return (this.closed ??= this.stop());
  }

  /** Returns the reactions of each delivery that handle it; each selective one is asked about all of its events at once. A replayed dead letter is always handled. */
  protected async selected(deliveries: readonly EventWithReactions[]): Promise<readonly (readonly Reaction[])[]> {
    const skipped = new Map<Reaction, ReadonlySet<EventEnvelope>>();
    for (const reaction of new Set(deliveries.flatMap(({ reactions }) => reactions))) {
      const asked = deliveries.filter(({ event, reactions }) => !event.onlyFor && reactions.includes(reaction));
      const events = asked.map(({ event }) => event);
      skipped.set(reaction, await this.skippedBy(reaction, events));
    }
    return deliveries.map(({ event, reactions }) => reactions.filter((each) => !skipped.get(each)!.has(event)));
  }

  /** Delivers an event to each of the reactions, one after the other. Returns the outcome with the longest delay. */
  protected async deliver(event: EventEnvelope, reactions: readonly Reaction[]): Promise<Outcome> {
    let result: Outcome = { finished: true, result: 'done' };
    for (const reaction of reactions) {
      const { service, handler, handle } = reaction;
      if (event.onlyFor && event.onlyFor !== `${service}/${handler}`) continue;
      const outcome = await this.running.track(`${handler} of ${service}`, async () => {
        const outcomes = await handle(event.data, new EventDelivery(event, reaction));
        return lastValueFrom(this.transformToObservable<Outcome>(outcomes));
      });
      if (!outcome.finished && (result.finished || outcome.retryAfterMs > result.retryAfterMs)) result = outcome;
    }
    return result;
  }

  on(): never {
    throw new Error('Events have no connection whose state could be observed: see problems()');
  }

  unwrap<T>(): T {
    throw new Error('Events have no client to hand out');
  }

  private async stop(): Promise<void> {
    const stopping = [this.trimming, ...this.relays, ...this.consumers];
    await Promise.all(stopping.map((each) => each?.stop()));
  }

  /** Returns the events that a reaction does not select. After an error it handles all of them. */
  private async skippedBy(
    { selective, service, handler, event: contract }: Reaction,
    events: readonly EventEnvelope[],
  ): Promise<ReadonlySet<EventEnvelope>> {
    const asked = selective ? matching(contract, events) : [];
    if (!selective || asked.length === 0) return new Set();
    try {
      const selected = await this.running.track(`${handler} of ${service}`, () =>
        selective.selects(asked.map(({ data }) => data)),
      );
      if (selected.length !== asked.length) throw new Error(`${selected.length} answers for ${asked.length} events`);
      return new Set(asked.filter((_, index) => !selected[index]).map(({ event }) => event));
    } catch (error) {
      this.logger.warn(
        `${handler} of ${service} handles all of its events, since it selects none: ${(error as Error).message}`,
      );
      return new Set();
    }
  }

  /** Nest resolved the interceptor in the module of the controller, with the inbox of the module's service. */
  private declared(reaction: ReactionExtras['reaction']) {
    for (const { controllers, injectables } of this.modules.values()) {
      const controller = controllers.get(reaction)?.instance;
      const interceptor = controller && injectables.get(InboxInterceptor)?.instance;
      if (interceptor instanceof InboxInterceptor) return { service: interceptor.inbox.service, controller };
    }
    throw new Error(`${reaction.name} is a controller of no module`);
  }
}

/** Returns the events that match their contract, with their data. */
function matching(contract: EventContract, events: readonly EventEnvelope[]) {
  const pipe = new EventDataPipe(contract);
  return events.flatMap((event) => {
    try {
      return [{ event, data: pipe.transform(event.data) }];
    } catch {
      // The inbox makes it a dead letter when it is delivered.
      return [];
    }
  });
}

/** Returns the app's transport of events; undefined in a process without services, such as the gateway. */
export function eventServerOf(app: INestApplicationContext): EventServer | undefined {
  return instancesOf(app, EventServer as unknown as Type<EventServer>)[0];
}

function sentences<K extends string>(parts: readonly { readonly [key in K]: string | undefined }[], key: K): string[] {
  return parts.map((part) => part[key]).filter((sentence) => sentence !== undefined);
}
