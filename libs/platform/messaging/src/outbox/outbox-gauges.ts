import type { ServiceName } from '@hearth/contract-kit';
import type { Database } from '@hearth/data';
import { openLetters } from '../inbox/dead-letters.js';
import { metrics } from '../metrics.js';
import { oldestAge } from './outbox-rows.js';

const LAG_EVERY_MS = 1_000;
const LETTERS_EVERY_MS = 15_000;

/** What the tables of a service's events tell in metrics: measured by the process whose relay works, so told by one only. */
export class OutboxGauges {
  private lagAt = -Infinity;
  private lettersAt = -Infinity;
  private age = 0;

  constructor(
    private readonly service: ServiceName,
    private readonly database: Database,
  ) {}

  /** Age of the oldest event that waited when it was last measured; 0 without one. */
  get oldestSeconds(): number {
    return this.age;
  }

  /** Measures what is due. @throws when the database is away */
  async measure(): Promise<void> {
    const { service } = this;
    const now = performance.now();
    if (now - this.lagAt >= LAG_EVERY_MS) {
      this.lagAt = now;
      this.age = await oldestAge(this.database);
      metrics.lag.set({ service }, this.age);
    }
    if (now - this.lettersAt >= LETTERS_EVERY_MS) {
      this.lettersAt = now;
      const { count, oldestSeconds } = await openLetters(this.database);
      metrics.openDeadLetters.set({ service }, count);
      metrics.oldestDeadLetter.set({ service }, oldestSeconds);
    }
  }

  /** Another process measures from now on. */
  clear(): void {
    const { service } = this;
    for (const gauge of [metrics.lag, metrics.openDeadLetters, metrics.oldestDeadLetter]) gauge.remove({ service });
    this.age = 0;
    this.lagAt = -Infinity;
    this.lettersAt = -Infinity;
  }
}
