import type { ServiceName } from '@hearth/contract-kit';
import { metrics } from '../metrics.js';

/** Measures a consumer's lag from the responses to its fetches, without further requests. */
export class ConsumerLag {
  private readonly partitions = new Map<string, Map<number, number>>();

  constructor(private readonly service: ServiceName) {}

  /**
   * Records the lag of a partition.
   * @param highWatermark offset after the newest event
   * @param next offset of the first unfinished event
   */
  note(topic: string, partition: number, highWatermark: string, next: bigint): void {
    const ofTopic = this.partitions.get(topic) ?? new Map<number, number>();
    this.partitions.set(topic, ofTopic.set(partition, Math.max(0, Number(BigInt(highWatermark) - next))));
    const sum = [...ofTopic.values()].reduce((lag, each) => lag + each, 0);
    metrics.consumerLag.set({ service: this.service, topic }, sum);
  }

  /** Forgets all partitions: they may have moved to another consumer. */
  clear(): void {
    for (const topic of this.partitions.keys()) metrics.consumerLag.remove({ service: this.service, topic });
    this.partitions.clear();
  }
}
