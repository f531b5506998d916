import { Logger } from '@nestjs/common';
import type { Consumer, EachBatchPayload, KafkaMessage } from 'kafkajs';
import { Bell } from '../bell.js';
import { withinDeadline } from '../deadline.js';
import type { EventEnvelope } from '../event.js';
import type { Outcome } from '../inbox/inbox.js';
import type { Binding, ServiceMessaging } from '../service-messaging.js';
import { topicName } from '../topics.js';
import { UnreadableMessage, fromMessage, typeOf } from './cloud-events.js';
import { findTopics, makeConsumer } from './kafka-clients.js';
import { PartitionLane } from './partition-lane.js';

/** kafkajs fetches again only when every partition has finished its batch, so a batch gives the turn back after this time. */
const SLICE_MS = 25;
/** Pause before an idle partition that holds keys is looked at again. */
const HELD_MS = 20;
const HEARTBEAT_MS = 1_000;
const CONNECT_AGAIN_MS = 1_000;
const CLOSE_MS = 3_000;
/** How long closing waits for running handlers. */
const HANDLERS_MS = 10_000;
/** A consumer that joined but has not fetched for so long is stuck, or its broker is away. */
const SILENCE_MS = 60_000;

type Deliver = (event: EventEnvelope, bindings: readonly Binding[]) => Promise<Outcome>;

/** Reads the topics that one service reacts to, as one member of the service's group. Offsets move after the inbox's transaction. */
export class KafkaConsumer {
  private readonly logger: Logger;
  private readonly lanes = new Map<string, PartitionLane>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly bindings: Map<string, Binding[]>;
  private readonly crashed = new Bell();
  private consumer: Consumer | undefined;
  private running: Promise<void> | undefined;
  private stopping = false;
  private joined = false;
  private joinedOnce = false;
  private fetchedAt = 0;

  constructor(
    private readonly messaging: ServiceMessaging,
    private readonly brokers: readonly string[],
    private readonly prefix: string,
    private readonly deliver: Deliver,
  ) {
    this.logger = new Logger(`Consumer ${messaging.service}`);
    this.bindings = Map.groupBy(messaging.bindings, ({ event }) => event.name);
  }

  start(): void {
    this.running = this.run();
  }

  get ready(): boolean {
    return this.joinedOnce;
  }

  get problem(): string | undefined {
    const { service } = this.messaging;
    if (!this.joined) return `The consumer of ${service} is not connected to Kafka.`;
    if (Date.now() - this.fetchedAt > SILENCE_MS)
      return `The consumer of ${service} has read nothing from Kafka for a minute.`;
    return undefined;
  }

  /** Leaves the group after the running handlers. Without a broker it returns after a moment and leaves as soon as it can. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.crashed.ring();
    await withinDeadline(Promise.resolve(this.running), this.joined ? HANDLERS_MS : CLOSE_MS);
  }

  /** One consumer after the other: kafkajs ends some of them for good, a new one then takes over. */
  private async run(): Promise<void> {
    while (!this.stopping) {
      const consumer = this.make();
      this.consumer = consumer;
      try {
        await this.consume(consumer);
      } catch (error) {
        this.logger.warn(`cannot consume, trying again: ${String(error)}`);
        await this.crashed.wait(CONNECT_AGAIN_MS);
      }
      // While the broker is away this does not return; the group drops the member after its session's time.
      await withinDeadline(consumer.disconnect(), this.joined ? HANDLERS_MS : CLOSE_MS);
    }
  }

  private async consume(consumer: Consumer): Promise<void> {
    // With a client that gives up: the patient one could not be stopped while no broker answers.
    await findTopics(this.brokers, this.topics());
    if (this.stopping) return;
    await consumer.connect();
    if (this.stopping) return;
    // From the beginning: a group whose first event fails has no offset yet, and would otherwise go on behind it.
    await consumer.subscribe({ topics: this.topics(), fromBeginning: true });
    if (this.stopping) return;
    await consumer.run({
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: 4,
      eachBatch: (batch) => this.onBatch(consumer, batch),
    });
    await this.untilCrashed();
  }

  private async untilCrashed(): Promise<void> {
    let ended = false;
    while (!ended && !this.stopping) {
      await this.crashed.wait(SILENCE_MS);
      ended = this.consumer === undefined;
    }
  }

  private make(): Consumer {
    const { service } = this.messaging;
    const consumer = makeConsumer(this.brokers, `${this.prefix}.${service}`, `${this.prefix}.${service}`);
    const { GROUP_JOIN, DISCONNECT, CRASH, FETCH } = consumer.events;
    consumer.on(GROUP_JOIN, () => {
      // Partitions may have been elsewhere meanwhile; the inbox knows what was handled.
      this.lanes.clear();
      this.fetchedAt = Date.now();
      this.joined = true;
      this.joinedOnce = true;
    });
    consumer.on(FETCH, () => {
      this.fetchedAt = Date.now();
    });
    consumer.on(DISCONNECT, () => {
      this.joined = false;
    });
    consumer.on(CRASH, ({ payload }) => {
      this.joined = false;
      this.logger.warn(`crashed: ${payload.error.message}`);
      if (payload.restart || this.consumer !== consumer) return;
      this.consumer = undefined;
      this.crashed.ring();
    });
    return consumer;
  }

  private topics(): string[] {
    return [...new Set(this.messaging.bindings.map(({ event }) => topicName(this.prefix, event.owner)))];
  }

  private async onBatch(consumer: Consumer, payload: EachBatchPayload): Promise<void> {
    const { batch, resolveOffset, heartbeat, isRunning, isStale } = payload;
    const { topic, partition } = batch;
    const lane = this.lane(topic, partition);
    const started = Date.now();
    let complete = true;
    let progress = false;
    for (const message of batch.messages) {
      if (!isRunning() || isStale() || this.stopping) return;
      const result = lane.isFinished(message.offset) ? 'finished' : await this.handle(lane, message, heartbeat);
      if (result === 'unavailable') return this.pause(consumer, topic, partition);
      complete &&= result !== 'held';
      progress ||= result === 'handled';
      if (complete) {
        resolveOffset(message.offset);
        lane.pass(message.offset);
      }
      await heartbeat();
      if (Date.now() - started >= SLICE_MS) return;
    }
    // What is held is fetched again at once: without a pause that would be a busy loop.
    if (!complete && !progress) await new Promise((resolve) => setTimeout(resolve, HELD_MS));
  }

  private async handle(
    lane: PartitionLane,
    message: KafkaMessage,
    heartbeat: () => Promise<void>,
  ): Promise<'handled' | 'held' | 'unavailable'> {
    const key = message.key?.toString() ?? '';
    if (!lane.mayHandle(key, message.offset, Date.now())) return 'held';
    const timer = setInterval(() => void heartbeat().catch(() => undefined), HEARTBEAT_MS);
    try {
      const outcome = await this.deliverMessage(message);
      if (!outcome.finished && outcome.cause === 'unavailable') return 'unavailable';
      if (!outcome.finished) lane.hold(key, message.offset, Date.now() + outcome.retryAfterMs);
      else lane.finish(key, message.offset);
      return outcome.finished ? 'handled' : 'held';
    } catch (error) {
      // Nothing may be thrown into kafkajs: it would repeat it for ever and stop every other partition.
      this.logger.warn(`cannot store an unreadable message: ${String(error)}`);
      return 'unavailable';
    } finally {
      clearInterval(timer);
    }
  }

  private async deliverMessage(message: KafkaMessage): Promise<Outcome> {
    const type = typeOf(message);
    const bindings = type === undefined ? [] : this.bindings.get(type);
    // Another type of the same topic, which this service does not react to.
    if (!bindings) return { finished: true, result: 'duplicate' };
    let event: EventEnvelope;
    try {
      event = fromMessage(message);
    } catch (error) {
      if (!(error instanceof UnreadableMessage)) throw error;
      await this.messaging.rejectUnreadable(message.key?.toString() ?? '', message.value, error.message);
      return { finished: true, result: 'dead' };
    }
    return this.deliver(event, bindings);
  }

  /** The database is away: nothing of this partition would fare better. */
  private pause(consumer: Consumer, topic: string, partition: number): void {
    consumer.pause([{ topic, partitions: [partition] }]);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (this.consumer === consumer && !this.stopping) consumer.resume([{ topic, partitions: [partition] }]);
    }, 500);
    this.timers.add(timer);
  }

  private lane(topic: string, partition: number): PartitionLane {
    const name = `${topic}/${partition}`;
    let lane = this.lanes.get(name);
    if (!lane) this.lanes.set(name, (lane = new PartitionLane()));
    return lane;
  }
}
