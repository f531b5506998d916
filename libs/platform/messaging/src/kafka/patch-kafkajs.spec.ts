import { createRequire } from 'node:module';
import { patchKafkajs } from './patch-kafkajs.js';

const load = createRequire(import.meta.url);
patchKafkajs();

describe('kafkajs as it is patched', () => {
  it('keeps a broker whose connection was closed', () => {
    const BrokerPool = load('kafkajs/src/cluster/brokerPool') as new (options: unknown) => {
      brokers: Record<string, unknown>;
      metadataExpireAt: number | null;
      removeBroker(place: { host: string; port: number }): void;
      getNodeIds(): string[];
    };
    const pool = new BrokerPool({ logger: { namespace: () => ({}) } });
    pool.brokers = { 1: { nodeId: '1', connectionPool: { host: 'one', port: 9092 } } };
    pool.metadataExpireAt = 1;
    pool.removeBroker({ host: 'one', port: 9092 });
    expect(pool.getNodeIds()).toEqual(['1']);
    expect(pool.metadataExpireAt).toBeNull();
  });

  it('leaves with its member id before it joins with another', async () => {
    const { prototype } = load('kafkajs/src/consumer/consumerGroup') as {
      prototype: Record<symbol, (this: unknown) => Promise<void>>;
    };
    const symbol = Object.getOwnPropertySymbols(prototype).find(({ description }) => description?.endsWith(':join'));
    const join = prototype[symbol!]!;
    const calls: string[] = [];
    let ids = 0;
    const coordinator = {
      joinGroup: ({ memberId }: { memberId: string }) => {
        calls.push(`join ${memberId}`);
        return Promise.resolve({ memberId: memberId || `member-${++ids}` });
      },
      leaveGroup: ({ memberId }: { memberId: string }) => {
        calls.push(`leave ${memberId}`);
        return Promise.reject(new Error('unknown member'));
      },
    };
    const group = {
      groupId: 'a',
      memberId: null as string | null,
      coordinator: null,
      assigners: [],
      topicsSubscribed: [],
      cluster: { findGroupCoordinator: () => Promise.resolve(coordinator) },
    };
    await join.call(group);
    await join.call(group);
    group.memberId = null;
    await join.call(group);
    group.memberId = null;
    await join.call(group);
    expect(calls).toEqual([
      'join ',
      'join member-1',
      'leave member-1',
      'join ',
      'leave member-2',
      'leave member-1',
      'join ',
    ]);
  });
});
