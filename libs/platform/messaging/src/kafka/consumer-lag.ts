import type { ServiceName } from '@hearth/contract-kit';
import { metrics } from '../metrics.js';

/** How many events a consumer has before it, from what each fetch tells: no further requests. */
export class ConsumerLag {
  private readonly partitions = new Map<string, Map<number, number>>();

  constructor(private readonly service: ServiceName) {}

  /** @param highWatermark offset behind the newest event, @param next offset of the first one that is not finished */
  note(topic: string, partition: number, highWatermark: string, next: bigint): void {
    const ofTopic = this.partitions.get(topic) ?? new Map<number, number>();
    this.partitions.set(topic, ofTopic.set(partition, Math.max(0, Number(BigInt(highWatermark) - next))));
    const sum = [...ofTopic.values()].reduce((lag, each) => lag + each, 0);
    metrics.consumerLag.set({ service: this.service, topic }, sum);
  }

  /** Partitions may be another's now. */
  clear(): void {
    for (const topic of this.partitions.keys()) metrics.consumerLag.remove({ service: this.service, topic });
    this.partitions.clear();
  }
}
