import { Logger } from '@nestjs/common';
import { Signal } from '@hearth/data';
import type { ServiceMessaging } from '../service-messaging.js';
import { topicName } from '../topics.js';
import { ConsumerLag } from './consumer-lag.js';
import { GroupMember } from './group-member.js';
import { brokerAnswers, findTopics, makeConsumer } from './kafka-clients.js';
import type { KafkaConnection } from './kafka-settings.js';
import { MessageHandler, type Deliver } from './message-handler.js';
import { StallDetector } from '../stall-detector.js';

const CONNECT_AGAIN_MS = 500;
const CLOSE_MS = 3_000;
const LOOK_MS = 1_000;
/** A stuck member is replaced after this time; together with the time until it is suspected, that is longer than a rebalance takes. */
const REPLACE_MS = 15_000;
/** Stuck for this long although its member was replaced more than once: only a restart of the process helps. */
const STUCK_MS = 60_000;

/** Consumes the topics that one service reacts to. A member that stops or gets stuck is replaced by a new one. */
export class KafkaConsumer {
  private readonly logger: Logger;
  private readonly handler: MessageHandler;
  private readonly lag: ConsumerLag;
  private readonly pulse: StallDetector;
  private readonly stopped = new Signal();
  private readonly group: string;
  private member: GroupMember | undefined;
  private running: Promise<void> | undefined;
  private looking: NodeJS.Timeout | undefined;
  private stopping = false;
  private connected = false;
  private lastLogged: string | undefined;
  private replacedAt = -Infinity;

  constructor(
    private readonly messaging: ServiceMessaging,
    private readonly connection: KafkaConnection,
    private readonly prefix: string,
    deliver: Deliver,
  ) {
    const { service } = messaging;
    this.logger = new Logger(`Consumer ${service}`);
    this.group = `${prefix}.${service}`;
    this.handler = new MessageHandler(messaging, deliver);
    this.lag = new ConsumerLag(service);
    this.pulse = new StallDetector(() => brokerAnswers(connection));
  }

  start(): void {
    this.running = this.run();
    this.looking = setInterval(() => void this.look(), LOOK_MS).unref();
  }

  get ready(): boolean {
    return this.connected;
  }

  get problem(): string | undefined {
    const { service } = this.messaging;
    if (this.pulse.stuckMs > 0) return this.stuckSentence();
    if (!this.member?.joined) return `The consumer of ${service} is not connected to Kafka.`;
    if (this.pulse.silent) return `Kafka does not answer the consumer of ${service}.`;
    return undefined;
  }

  /** Set when only a restart of the process helps: the broker is reachable, but no member of this consumer gets a response. */
  get stuck(): string | undefined {
    return this.pulse.stuckMs >= STUCK_MS ? this.stuckSentence() : undefined;
  }

  /** Leaves the group after the running handlers. Without a broker it returns after a moment and leaves as soon as it can. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.looking);
    this.member?.finish();
    this.stopped.raise();
    await this.running;
  }

  private async run(): Promise<void> {
    const topics = [...new Set(this.messaging.reactions.map(({ event }) => topicName(this.prefix, event.owner)))];
    while (!this.stopping) {
      try {
        // Uses the client with bounded retries: `disconnect()` on the unbounded one blocks until a broker answers.
        await findTopics(this.connection, topics);
        if (!this.stopping) await this.consume(topics);
      } catch (error) {
        this.logOnce(`cannot consume, trying again: ${String(error)}`);
        await this.stopped.wait(CONNECT_AGAIN_MS);
      }
    }
  }

  private async consume(topics: readonly string[]): Promise<void> {
    const member = new GroupMember(
      (sockets) => makeConsumer(this.connection, this.group, this.group, sockets),
      (message) => this.handler.handle(message),
      this.lag,
      {
        responded: () => {
          this.connected = true;
          this.lastLogged = undefined;
          this.pulse.beat();
        },
        crashed: (error) => this.logOnce(`crashed: ${error.message}`),
      },
    );
    this.member = member;
    // The topics were found: silence counts from here.
    this.pulse.beat();
    try {
      await member.run(topics);
    } finally {
      // A member without responses cannot leave either; the group removes it after its session timeout.
      await member.leave(this.pulse.silent ? 0 : CLOSE_MS);
    }
  }

  private async look(): Promise<void> {
    await this.pulse.look();
    const since = performance.now() - this.replacedAt;
    if (this.stopping || this.pulse.stuckMs < REPLACE_MS || since < REPLACE_MS) return;
    this.replacedAt = performance.now();
    this.logger.error(`${this.stuckSentence()} It is replaced.`);
    this.member?.finish();
  }

  /** Logs a problem once, until a different one occurs. */
  private logOnce(text: string): void {
    if (text !== this.lastLogged) this.logger.warn(text);
    this.lastLogged = text;
  }

  private stuckSentence(): string {
    const seconds = Math.round(this.pulse.stuckMs / 1_000);
    return `The consumer of ${this.messaging.service} hears nothing from Kafka although a broker answers others for ${seconds} s.`;
  }
}
