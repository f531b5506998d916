import type { Consumer, EachBatchPayload, KafkaMessage } from 'kafkajs';
import { withinDeadline } from '@hearth/data';
import type { Outcome } from '../inbox/inbox.js';
import { ClientSockets } from './client-sockets.js';
import type { ConsumerLag } from './consumer-lag.js';
import { PartitionQueue } from './partition-queue.js';

/** kafkajs fetches again only when every partition has finished its batch, so a batch is interrupted after this time. */
const SLICE_MS = 25;
/** Pause of idle partitions with delayed keys before they are fetched again. */
const HELD_MS = 20;
/** Pause of a partition while the database is unavailable. */
const UNAVAILABLE_MS = 250;
const HEARTBEAT_MS = 1_000;
/** Longest wait for running handlers when leaving. */
const HANDLERS_MS = 10_000;

export interface MemberObserver {
  /** Called for every response of the broker. */
  responded(): void;
  /** Called when kafkajs stops the consumer; it may or may not restart it. */
  crashed(error: Error): void;
}

/**
 * One kafkajs consumer from start to stop: a member of a service's group. Offsets are committed after the inbox's transaction. After
 * `leave` it handles nothing more, whatever kafkajs still delivers.
 */
export class GroupMember {
  private readonly lanes = new Map<string, PartitionQueue>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly handling = new Set<Promise<Outcome>>();
  private readonly end = Promise.withResolvers<void>();
  private left = false;
  private holding: Promise<void> | undefined;
  private isJoined = false;

  private readonly sockets = new ClientSockets();
  private readonly consumer: Consumer;

  /** @param make creates the kafkajs consumer with the given sockets */
  constructor(
    make: (sockets: ClientSockets) => Consumer,
    private readonly handle: (message: KafkaMessage) => Promise<Outcome>,
    private readonly lag: ConsumerLag,
    private readonly observer: MemberObserver,
  ) {
    const consumer = make(this.sockets);
    this.consumer = consumer;
    const { GROUP_JOIN, STOP, DISCONNECT, CRASH, FETCH, HEARTBEAT } = consumer.events;
    consumer.on(GROUP_JOIN, () => this.joinedGroup());
    consumer.on(FETCH, () => {
      this.holding = undefined;
      this.responded();
    });
    consumer.on(HEARTBEAT, () => this.responded());
    for (const ended of [STOP, DISCONNECT]) {
      consumer.on(ended, () => {
        this.isJoined = false;
      });
    }
    consumer.on(CRASH, ({ payload }) => {
      this.isJoined = false;
      if (this.left) return;
      this.observer.crashed(payload.error);
      if (!payload.restart) this.end.resolve();
    });
  }

  get joined(): boolean {
    return this.isJoined && !this.left;
  }

  /**
   * Consumes the topics; resolves when the consumer has stopped for good or `finish` was called.
   * @throws when the subscription fails
   */
  async run(topics: readonly string[]): Promise<void> {
    await Promise.race([this.start([...topics]), this.end.promise]);
    await this.end.promise;
  }

  /** Makes `run` return. */
  finish(): void {
    this.end.resolve();
  }

  /**
   * Leaves the group after the running handlers, for which it waits some seconds. kafkajs does not return from disconnecting while the
   * broker is unavailable, so this returns after `closeMs` in any case.
   */
  async leave(closeMs: number): Promise<void> {
    this.left = true;
    this.sockets.close();
    for (const timer of this.timers) clearTimeout(timer);
    this.lag.clear();
    // It may fail while the handlers are waited for, as over a broken connection. The group then removes the member later.
    const leaving = this.consumer.disconnect().catch(() => undefined);
    await withinDeadline(Promise.all(this.handling), HANDLERS_MS);
    await withinDeadline(leaving, closeMs);
    this.sockets.cut();
  }

  private async start(topics: string[]): Promise<void> {
    await this.consumer.connect();
    if (this.left) return;
    // From the beginning: a group whose first event fails has no offset yet, and would otherwise skip it.
    await this.consumer.subscribe({ topics, fromBeginning: true });
    if (this.left) return;
    await this.consumer.run({
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: 4,
      eachBatch: (batch) => this.onBatch(batch),
    });
  }

  private responded(): void {
    if (!this.left) this.observer.responded();
  }

  private joinedGroup(): void {
    // Partitions may have been elsewhere meanwhile; the inbox knows what was handled.
    this.lanes.clear();
    this.lag.clear();
    this.isJoined = true;
    this.responded();
  }

  private async onBatch({ batch, resolveOffset, heartbeat, isRunning, isStale }: EachBatchPayload): Promise<void> {
    const { topic, partition, messages } = batch;
    const lane = this.lane(topic, partition);
    const started = performance.now();
    let next = BigInt(messages[0]?.offset ?? batch.highWatermark);
    let complete = true;
    let progress = false;
    for (const message of messages) {
      if (!isRunning() || isStale() || this.left) return;
      const result = lane.isFinished(message.offset) ? 'finished' : await this.attempt(lane, message, heartbeat);
      if (this.left) return;
      if (result === 'unavailable') {
        this.pause(topic, partition);
        break;
      }
      complete &&= result !== 'held';
      progress ||= result === 'handled';
      if (complete) {
        resolveOffset(message.offset);
        lane.pass(message.offset);
        next = BigInt(message.offset) + 1n;
      }
      await heartbeat();
      if (performance.now() - started >= SLICE_MS) break;
    }
    this.lag.note(topic, partition, batch.highWatermark, next);
    if (!complete && !progress) await this.heldPause();
  }

  private async attempt(
    lane: PartitionQueue,
    message: KafkaMessage,
    heartbeat: () => Promise<void>,
  ): Promise<'handled' | 'held' | 'unavailable'> {
    const key = message.key?.toString() ?? '';
    if (!lane.mayHandle(key, message.offset, performance.now())) return 'held';
    const timer = setInterval(() => void heartbeat().catch(() => undefined), HEARTBEAT_MS);
    const handling = this.handle(message);
    this.handling.add(handling);
    try {
      const outcome = await handling;
      if (outcome.finished) {
        lane.finish(key, message.offset);
        return 'handled';
      }
      if (outcome.cause === 'unavailable') return 'unavailable';
      lane.hold(key, message.offset, performance.now() + outcome.retryAfterMs);
      return 'held';
    } finally {
      this.handling.delete(handling);
      clearInterval(timer);
    }
  }

  /** Waits before delayed events are fetched again, which would otherwise be a busy loop. Shared by all partitions of a fetch. */
  private heldPause(): Promise<void> {
    this.holding ??= new Promise((resolve) => setTimeout(resolve, HELD_MS));
    return this.holding;
  }

  /** Pauses a partition while the database is unavailable: its other events would fail too. */
  private pause(topic: string, partition: number): void {
    this.consumer.pause([{ topic, partitions: [partition] }]);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      // A consumer that crashed meanwhile has no group to resume in, and pauses nothing in the next one.
      if (this.joined) this.consumer.resume([{ topic, partitions: [partition] }]);
    }, UNAVAILABLE_MS);
    this.timers.add(timer);
  }

  private lane(topic: string, partition: number): PartitionQueue {
    const name = `${topic}/${partition}`;
    let lane = this.lanes.get(name);
    if (!lane) this.lanes.set(name, (lane = new PartitionQueue()));
    return lane;
  }
}
