import { createRequire } from 'node:module';
import { withinDeadline } from '@hearth/data';

const load = createRequire(import.meta.url);

interface RequestQueue {
  pending: unknown[];
  throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
}

interface BrokerPool {
  metadataExpireAt: number | null;
  removeBroker(): void;
}

interface ConsumerGroup {
  readonly groupId: string;
  readonly memberId: string | null;
  readonly coordinator: { leaveGroup(member: { groupId: string; memberId: string }): Promise<unknown> } | null;
}

type Join = (this: ConsumerGroup) => Promise<void>;

const JOIN = 'private:ConsumerGroup:join';
const FORMER_IDS = 4;
const LEAVE_MS = 500;

let patched = false;

/** Patches three bugs of kafkajs 2.2.4, which is no longer maintained. To be called before a client is created. */
export function patchKafkajs(): void {
  if (patched) return;
  patched = true;
  patchIdleTimers(load('kafkajs/src/network/requestQueue') as { prototype: RequestQueue });
  keepBrokers(load('kafkajs/src/cluster/brokerPool') as { prototype: BrokerPool });
  leaveAsFormerSelf(load('kafkajs/src/consumer/consumerGroup') as { prototype: Record<symbol, Join> });
}

/**
 * Runs the request queue's timer only while requests wait: kafkajs re-arms a 1 ms timer on each connection for ever (tulios/kafkajs#1751).
 */
function patchIdleTimers({ prototype }: { prototype: RequestQueue }): void {
  prototype.scheduleCheckPendingRequests = function () {
    if (this.throttleCheckTimeoutId || this.pending.length === 0) return;
    const wait = this.throttledUntil - Date.now();
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      },
      wait > 0 ? wait : 10,
    );
  };
}

/**
 * Keeps a broker whose connection was closed, to be connected again, until new metadata no longer lists it. kafkajs removes it at once: if
 * it was the last one and the heartbeat fails at the same moment, the consumer finds no broker, stops in spite of its retry settings, and
 * forgets its member id; its group then waits for the old member's session to expire.
 */
function keepBrokers({ prototype }: { prototype: BrokerPool }): void {
  prototype.removeBroker = function () {
    this.metadataExpireAt = null;
  };
}

/**
 * Leaves the group under the former member ids before joining again. A broker that was frozen expires the sessions of its members, and may
 * then, when it rejoins the cluster, read the group with these members from its log; a consumer that joins meanwhile would wait six seconds
 * for its own former session to expire.
 */
function leaveAsFormerSelf({ prototype }: { prototype: Record<symbol, Join> }): void {
  const symbol = Object.getOwnPropertySymbols(prototype).find(({ description }) => description === JOIN);
  const join = symbol && prototype[symbol];
  if (!join) throw new Error('kafkajs is another than 2.2.4: look whether its consumer still needs to be patched');
  const formerIds = new WeakMap<ConsumerGroup, readonly string[]>();
  prototype[symbol] = async function () {
    const { groupId, coordinator } = this;
    const former = formerIds.get(this) ?? [];
    if (!this.memberId && coordinator) {
      const leaving = former.map((memberId) => coordinator.leaveGroup({ groupId, memberId }).catch(() => undefined));
      await withinDeadline(Promise.all(leaving), LEAVE_MS);
    }
    await join.call(this);
    const { memberId } = this;
    if (memberId && !former.includes(memberId)) formerIds.set(this, [memberId, ...former].slice(0, FORMER_IDS));
  };
}
