import { randomBytes } from 'node:crypto';
import { until } from '@hearth/data/testing';
import type { Admin } from 'kafkajs';
import type { Outcome } from '../inbox/inbox.js';
import { ConsumerLag } from './consumer-lag.js';
import { ensureTopics } from './ensure-topics.js';
import { GroupMember } from './group-member.js';
import { makeAdmin, makeConsumer, makeProducer } from './kafka-clients.js';
import { kafkaConnection } from './kafka-settings.js';

const name = `test-${randomBytes(4).toString('hex')}`;
const done: Outcome = { finished: true, result: 'done' };

describe('a member of a group', () => {
  const members: GroupMember[] = [];
  const failures: unknown[] = [];
  let admin: Admin;

  beforeAll(async () => {
    admin = makeAdmin(kafkaConnection(), 'test');
    await admin.connect();
    await ensureTopics(admin, [{ topic: name, numPartitions: 4 }]);
    const producer = makeProducer(kafkaConnection(), 'test');
    await producer.connect();
    const send = () => producer.send({ topic: name, acks: -1, messages: [{ key: '1', value: '{}' }] });
    // A topic that has just been made may have no leader yet.
    await until('the topic takes an event', () =>
      send().then(
        () => true,
        () => false,
      ),
    );
    await producer.disconnect();
  }, 60_000);

  afterAll(async () => {
    await Promise.all(members.map((member) => member.leave(3_000)));
    await admin?.deleteTopics({ topics: [name] });
    await admin?.disconnect();
  }, 60_000);

  const join = (clientId: string, handle: () => Promise<Outcome>) => {
    const observer = { responded: () => undefined, crashed: () => undefined };
    const member = new GroupMember(
      (sockets) => makeConsumer(kafkaConnection(), clientId, name, sockets),
      handle,
      new ConsumerLag('ci'),
      observer,
    );
    members.push(member);
    member.run([name]).catch((error: unknown) => failures.push(error));
    return member;
  };
  const group = async () => {
    const [described] = (await admin.describeGroups([name])).groups;
    return { state: described?.state, members: described?.members.map(({ clientId }) => clientId) };
  };

  it('does not come back when it leaves while it joins', async () => {
    const handling = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    join('stays', async () => {
      handling.resolve();
      await released.promise;
      return done;
    });
    await handling.promise;
    // The rebalance waits for the member that handles an event: no other can join meanwhile.
    const leaver = join('leaves', () => Promise.resolve(done));
    await until('it joins', async () => (await group()).state === 'PreparingRebalance');
    await leaver.leave(500);
    released.resolve();
    // After the session of the member that left has expired. One that came back would keep its partitions for good.
    await until('the other is alone', async () => {
      const { state, members: left } = await group();
      return state === 'Stable' && left?.join() === 'stays';
    });
    expect(failures).toEqual([]);
  }, 90_000);
});
