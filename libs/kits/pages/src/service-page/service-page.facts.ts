import type { Audit } from '@hearth/audit';
import type { ServiceName } from '@hearth/contract-kit';
import { type Database, type ServiceSchema } from '@hearth/data';
import { queueCounts, type QueueCounts } from '@hearth/jobs';
import { oldestAge } from '@hearth/messaging';
import { Page } from '@hearth/http';
import {
  ServiceLetters,
  letterNameOf,
  type Letter,
  type ProcessHealth,
  type ProcessState,
  type RecordLetters,
} from '@hearth/service';

/** Dead letters on a page. */
const LISTED = 50;

export interface ServicePageFact {
  readonly service: ServiceName;
  readonly health: ProcessState;
  /** Those of all services; empty where one process has all. */
  readonly processes: Awaited<ReturnType<ProcessHealth['processes']>>;
  /** Age in seconds of the oldest event that is not published; 0 without one. */
  readonly lagSeconds: number;
  readonly queues: readonly QueueCounts[];
  /** Events first, then jobs, the oldest of each first. */
  readonly letters: Page<Letter>;
}

/** The events and jobs of one service, for its page of admins. */
export class ServicePageFacts {
  private readonly letters: ServiceLetters;

  constructor(
    schema: ServiceSchema,
    private readonly db: Database,
    private readonly processHealth: ProcessHealth,
    private readonly audit: Audit,
  ) {
    this.letters = new ServiceLetters(schema, db);
  }

  /** @param page of the dead letters */
  async read(page: number): Promise<ServicePageFact> {
    const { service } = this.letters;
    const [health, processes, lagSeconds, queues, letters] = await Promise.all([
      this.processHealth.read(),
      this.processHealth.processes(),
      oldestAge(this.db),
      queueCounts(service, this.db),
      this.page(page),
    ]);
    return { service, health, processes, lagSeconds, queues, letters };
  }

  /**
   * Replays one dead letter, or all.
   * @param id of a letter of this service; undefined for all
   * @returns the number of those that stay: no handler or queue exists for them, or the letter was replayed before
   */
  async replay(id: string | undefined): Promise<number> {
    const record = this.recordAs('dead_letter.replayed');
    if (id === undefined) return (await this.letters.replayAll(['event', 'job'], record)).left;
    const name = this.nameOf(id);
    return name && (await this.letters.replay(name.kind, name.own, record)) ? 0 : 1;
  }

  /**
   * Deletes one dead letter for good.
   * @returns false where this service has none with the id, or it was replayed before
   */
  async discard(id: string): Promise<boolean> {
    const name = this.nameOf(id);
    const record = this.recordAs('dead_letter.discarded');
    return name !== undefined && this.letters.discard(name.kind, name.own, record);
  }

  private nameOf(id: string) {
    const name = letterNameOf(id);
    return name?.service === this.letters.service ? name : undefined;
  }

  private recordAs(kind: string): RecordLetters {
    const subject = { type: 'service', id: 0, name: this.letters.service };
    return (tx, letters) => this.audit.append(tx, { kind, subject, details: { letters } });
  }

  private async page(page: number): Promise<Page<Letter>> {
    const end = page * LISTED;
    const letters: Letter[] = [];
    let count = 0;
    for await (const letter of this.letters.list(['event', 'job'])) {
      if (++count > end) break;
      if (count > end - LISTED) letters.push(letter);
    }
    return new Page(letters, { page, perPage: LISTED }, count);
  }
}
