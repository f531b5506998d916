import type { ServiceName } from '@hearth/contract-kit';
import type { ListeningSession } from '@hearth/data';
import { openLetters } from '../inbox/dead-letters.js';
import { metrics } from '../metrics.js';
import { oldestAge } from './outbox-rows.js';

const LAG_EVERY_MS = 1_000;
const LETTERS_EVERY_MS = 15_000;

/** Measures the tables of a service's events. Only the process whose relay is the leader does so, so that each number is reported once. */
export class OutboxGauges {
  private lagAt = -Infinity;
  private lettersAt = -Infinity;
  private age = 0;

  constructor(private readonly service: ServiceName) {}

  /** Age in seconds of the oldest waiting event at the last measurement; 0 without one. */
  get oldestSeconds(): number {
    return this.age;
  }

  /**
   * Takes the measurements that are due on the relay's own session, which also detects that this is dead.
   * @throws when the session does not respond
   */
  async measure(session: ListeningSession): Promise<void> {
    const { service } = this;
    const now = performance.now();
    if (now - this.lagAt >= LAG_EVERY_MS) {
      this.lagAt = now;
      this.age = await oldestAge(session);
      metrics.lag.set({ service }, this.age);
    }
    if (now - this.lettersAt >= LETTERS_EVERY_MS) {
      this.lettersAt = now;
      const { count, oldestSeconds } = await openLetters(session);
      metrics.openDeadLetters.set({ service }, count);
      metrics.oldestDeadLetter.set({ service }, oldestSeconds);
    }
  }

  /** Clears the gauges: another process measures from now on. */
  clear(): void {
    const { service } = this;
    for (const gauge of [metrics.lag, metrics.openDeadLetters, metrics.oldestDeadLetter]) gauge.remove({ service });
    this.age = 0;
    this.lagAt = -Infinity;
    this.lettersAt = -Infinity;
  }
}
