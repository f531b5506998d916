import { EventEmitter } from 'node:events';
import { mock } from 'node:test';
import type { Consumer, EachBatchPayload } from 'kafkajs';
import type { Outcome } from '../inbox/inbox.js';
import { ConsumerLag } from './consumer-lag.js';
import { GroupMember } from './group-member.js';

const EVENTS = ['GROUP_JOIN', 'STOP', 'DISCONNECT', 'CRASH', 'FETCH', 'HEARTBEAT'] as const;

/** A consumer like kafkajs': without its group nothing can be paused or resumed. */
function makeConsumer() {
  const bus = new EventEmitter();
  const resumed: unknown[] = [];
  const running = Promise.withResolvers<(batch: EachBatchPayload) => Promise<void>>();
  let hasGroup = false;
  const inGroup = (work: () => void) => () => {
    if (!hasGroup) throw new Error('Consumer group was not initialized, consumer#run must be called first');
    work();
  };
  const consumer = {
    events: Object.fromEntries(EVENTS.map((name) => [name, name])),
    on: (name: string, listener: (event: unknown) => void) => bus.on(name, listener),
    connect: () => Promise.resolve(),
    subscribe: () => Promise.resolve(),
    run: ({ eachBatch }: { eachBatch: (batch: EachBatchPayload) => Promise<void> }) => {
      running.resolve(eachBatch);
      return Promise.resolve();
    },
    pause: inGroup(() => undefined),
    resume: inGroup(() => resumed.push('resumed')),
    disconnect: () => Promise.resolve(),
  };
  return {
    consumer: consumer as unknown as Consumer,
    eachBatch: running.promise,
    resumed,
    join: () => {
      hasGroup = true;
      bus.emit('GROUP_JOIN');
    },
    /** Emits what kafkajs does first when it crashes; it restarts later. */
    stop: () => {
      hasGroup = false;
      bus.emit('STOP');
    },
  };
}

const batch = {
  batch: { topic: 'projects', partition: 0, highWatermark: '1', messages: [{ offset: '0', key: Buffer.from('1') }] },
  resolveOffset: () => undefined,
  heartbeat: () => Promise.resolve(),
  isRunning: () => true,
  isStale: () => false,
} as unknown as EachBatchPayload;

describe('a partition that waits for the database', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  const paused = async () => {
    const kafka = makeConsumer();
    const unavailable = { finished: false, retryAfterMs: 0, cause: 'unavailable' } as const;
    const observer = { responded: () => undefined, crashed: () => undefined };
    const member = new GroupMember(
      () => kafka.consumer,
      () => Promise.resolve(unavailable),
      new ConsumerLag('ci'),
      observer,
    );
    void member.run(['projects']);
    const eachBatch = await kafka.eachBatch;
    kafka.join();
    await eachBatch(batch);
    return kafka;
  };

  it('goes on after a moment', async () => {
    const { resumed } = await paused();
    expect(resumed).toHaveLength(0);
    mock.timers.tick(250);
    expect(resumed).toHaveLength(1);
  });

  it('does not end the process when the consumer has crashed meanwhile', async () => {
    const { stop, resumed } = await paused();
    stop();
    expect(() => mock.timers.tick(250)).not.toThrow();
    expect(resumed).toHaveLength(0);
  });
});

describe('a member that leaves', () => {
  it('waits for its handlers although the connection breaks meanwhile', async () => {
    const kafka = makeConsumer();
    const handled = Promise.withResolvers<Outcome>();
    const observer = { responded: () => undefined, crashed: () => undefined };
    const member = new GroupMember(
      () => kafka.consumer,
      () => handled.promise,
      new ConsumerLag('ci'),
      observer,
    );
    void member.run(['projects']);
    const eachBatch = await kafka.eachBatch;
    kafka.join();
    const handling = eachBatch(batch);
    jest.spyOn(kafka.consumer, 'disconnect').mockRejectedValueOnce(new Error('the connection is broken'));
    const rejected: unknown[] = [];
    const note = (reason: unknown) => rejected.push(reason);
    process.on('unhandledRejection', note);
    const left = member.leave(1_000);
    // A rejection without a handler is reported before the next round of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    handled.resolve({ finished: true } as Outcome);
    await Promise.all([left, handling]);
    process.off('unhandledRejection', note);
    expect(rejected).toEqual([]);
  });
});
