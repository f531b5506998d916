import type { INestApplication } from '@nestjs/common';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { instancesOf } from '@hearth/data';
import { EventTransport } from './event-transport.js';
import { Relay } from './outbox/relay.js';
import { ServiceMessaging } from './service-messaging.js';
import { Trimming } from './trimming.js';

/** The running messaging of a process. */
export interface Messaging {
  /** True once everything was connected. A later outage does not turn it off: the services go on taking requests. */
  ready(): boolean;
  /** True while nothing is wrong. */
  healthy(): boolean;
  /** What is wrong now, a sentence each: what is stuck, and what waits for database or broker. */
  problems(): string[];
  /**
   * What does not go on although database and broker answer, and did not heal when its connections were replaced, a sentence each:
   * only a new process helps. Empty while something is merely away.
   */
  stuck(): string[];
  /** Stops relays and consumers and waits for running handlers. To be called before the app is closed. */
  stop(): Promise<void>;
}

/**
 * Starts the transport, relays and trimming of every service in the app. Returns without waiting for database or broker: both are tried
 * for as long as it takes.
 * @throws when the reactions do not fit the controllers, or an app with services binds no events
 */
export async function startMessaging(app: INestApplication): Promise<Messaging> {
  const services = instancesOf(app, ServiceMessaging);
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
  const microservice = app.connectMicroservice<MicroserviceOptions>(
    { strategy: transport },
    { inheritAppConfig: false },
  );
  transport.bind(services);
  await microservice.listen();
  const relays = services.map((messaging) => new Relay(messaging, transport.forwarder(messaging)));
  for (const relay of relays) relay.start();
  const trimming = new Trimming(services);
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

function transportOf(app: INestApplication): EventTransport {
  try {
    return app.get(EventTransport, { strict: false });
  } catch {
    throw new Error('The app binds no events: import KafkaEvents or LocalEvents');
  }
}
