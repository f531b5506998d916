import type { INestApplicationContext } from '@nestjs/common';
import { instancesOf, providersBeside } from '@hearth/data';
import { EventTransport } from './event-transport.js';
import { eventOf } from './on.js';
import { Relay } from './outbox/relay.js';
import { ServiceMessaging } from './service-messaging.js';
import { RetentionCleanup } from './retention-cleanup.js';

/** The running messaging of a process. */
export interface Messaging {
  /** Returns true once everything has been connected. A later outage does not change it: the services keep serving requests. */
  ready(): boolean;
  /** Returns true while there are no problems. */
  healthy(): boolean;
  /** Current problems, one sentence each: what is stuck, and what waits for database or broker. */
  problems(): string[];
  /**
   * Components without progress although database and broker respond, and although their connections were replaced, one sentence each: only
   * a restart of the process helps. Empty during a mere outage.
   */
  stuck(): string[];
  /** Stops relays and consumers and waits for running handlers. To be called before the app is closed. */
  stop(): Promise<void>;
}

/**
 * Starts the transport, relays and retention cleanup of every service in the app. Returns without waiting for database or broker, to which
 * connections are retried without limit.
 * @throws when a reaction belongs to no service, two of a service have the same name, or an app with services has no event transport
 */
export function startMessaging(app: INestApplicationContext): Messaging {
  const services = instancesOf(app, ServiceMessaging);
  bindReactions(app);
  if (services.length === 0) {
    return {
      ready: () => true,
      healthy: () => true,
      problems: () => [],
      stuck: () => [],
      stop: () => Promise.resolve(),
    };
  }
  const transport = transportOf(app);
  transport.start(services);
  const relays = services.map((messaging) => new Relay(messaging, transport.forwarder(messaging)));
  for (const relay of relays) relay.start();
  const trimming = new RetentionCleanup(services);
  trimming.start();

  const problems = () => [
    ...relays.map(({ problem }) => problem).filter((problem) => problem !== undefined),
    ...transport.problems,
  ];
  return {
    ready: () => transport.ready && relays.every(({ ready }) => ready),
    healthy: () => problems().length === 0,
    problems,
    stuck: () => [...relays.map(({ stuck }) => stuck).filter((stuck) => stuck !== undefined), ...transport.stuck],
    stop: async () => {
      await Promise.all([trimming.stop(), ...relays.map((relay) => relay.stop()), transport.close()]);
    },
  };
}

function bindReactions(app: INestApplicationContext): void {
  const providers = Map.groupBy(providersBeside(app, ServiceMessaging), ({ imported }) => imported);
  for (const [messaging, beside] of providers) {
    const instances = beside.map(({ provider }) => provider);
    const stray = instances.find((instance) => eventOf(instance));
    if (messaging) messaging.bind(instances);
    else if (stray)
      throw new Error(`${stray.constructor.name} has @On, but its module does not import MessagingModule`);
  }
}

function transportOf(app: INestApplicationContext): EventTransport {
  try {
    return app.get(EventTransport, { strict: false });
  } catch {
    throw new Error('The app binds no events: import KafkaEvents or LocalEvents');
  }
}
