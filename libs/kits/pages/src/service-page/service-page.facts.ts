import type { ServiceName } from '@hearth/contract-kit';
import { type Database, type ServiceSchema } from '@hearth/data';
import { queueCounts, type QueueCounts } from '@hearth/jobs';
import { oldestAge } from '@hearth/messaging';
import { ServiceLetters, letterNameOf, processHealth, type Letter, type ProcessHealth } from '@hearth/service';

/** Dead letters of each kind that the page lists. */
const LISTED = 50;

export interface ServicePageFact {
  readonly service: ServiceName;
  readonly health: ProcessHealth;
  /** Age in seconds of the oldest event that is not published; 0 without one. */
  readonly lagSeconds: number;
  readonly queues: readonly QueueCounts[];
  /** The oldest events and jobs; more may exist. */
  readonly letters: readonly Letter[];
}

/** The events and jobs of one service, for its page of admins. */
export class ServicePageFacts {
  private readonly letters: ServiceLetters;

  constructor(
    schema: ServiceSchema,
    private readonly db: Database,
  ) {
    this.letters = new ServiceLetters(schema, db);
  }

  async read(): Promise<ServicePageFact> {
    const { service } = this.letters;
    const [health, lagSeconds, queues, events, jobs] = await Promise.all([
      processHealth(),
      oldestAge(this.db),
      queueCounts(service, this.db),
      this.first('event'),
      this.first('job'),
    ]);
    return { service, health, lagSeconds, queues, letters: [...events, ...jobs] };
  }

  /**
   * Replays one dead letter, or all.
   * @param id of a letter of this service; undefined for all
   * @returns the number of those that stay: no handler or queue exists for them, or the letter was replayed before
   */
  async replay(id: string | undefined): Promise<number> {
    if (id === undefined) return (await this.letters.replayAll(['event', 'job'])).left;
    const name = letterNameOf(id);
    const isReplayed = name?.service === this.letters.service && (await this.letters.replay(name.kind, name.own));
    return isReplayed ? 0 : 1;
  }

  private async first(kind: Letter['kind']): Promise<Letter[]> {
    const letters: Letter[] = [];
    for await (const letter of this.letters.list([kind])) if (letters.push(letter) === LISTED) break;
    return letters;
  }
}
