import type { ServiceName } from '@hearth/contract-kit';
import type { Database, ServiceSchema, Tx } from '@hearth/data';
import { DeadJobs, type DeadJob } from '@hearth/jobs';
import { DeadLetters, messagingMigrations, type DeadLetter } from '@hearth/messaging';
import { letterId, type Letter, type LetterKind } from './letter.js';

const PAGE = 100;

/** Letters that were replayed, and those that stay because no handler or queue exists for them. */
export interface Replayed {
  readonly replayed: number;
  readonly left: number;
}

/** Records a change of letters, by their ids in the whole system, in the transaction of the change. */
export type RecordLetters = (tx: Tx, letters: readonly string[]) => Promise<void>;

/** The dead letters of one service. */
export class ServiceLetters {
  readonly service: ServiceName;
  private readonly events: DeadLetters | undefined;
  private readonly jobs: DeadJobs | undefined;

  constructor(schema: ServiceSchema, database: Database) {
    this.service = schema.service;
    const hasEvents = messagingMigrations.every((migration) => schema.migrations.includes(migration));
    if (hasEvents) this.events = new DeadLetters(schema.service, database);
    if (schema.jobs) this.jobs = DeadJobs.of(schema.service, database);
  }

  /** Iterates over the letters, the oldest of each kind first, reading them in pages. */
  async *list(kinds: readonly LetterKind[]): AsyncGenerator<Letter> {
    if (kinds.includes('event')) for await (const letter of this.eachEvent()) yield this.ofEvent(letter);
    if (kinds.includes('job')) for await (const letter of this.eachJob()) yield this.ofJob(letter);
  }

  async replayAll(kinds: readonly LetterKind[], record?: RecordLetters): Promise<Replayed> {
    let replayed = 0;
    if (kinds.includes('event')) replayed += (await this.events?.replay(undefined, this.named('event', record))) ?? 0;
    if (kinds.includes('job')) replayed += (await this.jobs?.replay(undefined, this.named('job', record))) ?? 0;
    return { replayed, left: await countOf(this.list(kinds)) };
  }

  /**
   * Replays one letter.
   * @param own the letter's id within the service
   * @returns false when it does not exist, was replayed before, or no handler or queue exists for it
   */
  async replay(kind: LetterKind, own: string, record?: RecordLetters): Promise<boolean> {
    const named = this.named(kind, record);
    const count =
      kind === 'event' ? await this.events?.replay([Number(own)], named) : await this.jobs?.replay([own], named);
    return count === 1;
  }

  /**
   * Deletes one letter for good.
   * @param own the letter's id within the service
   * @returns false when it does not exist, or was replayed before
   */
  async discard(kind: LetterKind, own: string, record: RecordLetters): Promise<boolean> {
    const named = (tx: Tx) => record(tx, [this.idOf(kind, own)]);
    const isDone = kind === 'event' ? this.events?.discard(Number(own), named) : this.jobs?.discard(own, named);
    return (await isDone) ?? false;
  }

  private named(kind: LetterKind, record: RecordLetters | undefined) {
    return (
      record &&
      ((tx: Tx, ids: readonly (string | number)[]) =>
        record(
          tx,
          ids.map((id) => this.idOf(kind, String(id))),
        ))
    );
  }

  private idOf(kind: LetterKind, own: string): string {
    return letterId({ service: this.service, kind, own });
  }

  private async *eachEvent(): AsyncGenerator<DeadLetter> {
    let after = 0;
    for (;;) {
      const letters = (await this.events?.list({ limit: PAGE, after })) ?? [];
      yield* letters;
      if (letters.length < PAGE) return;
      after = letters.at(-1)!.id;
    }
  }

  private async *eachJob(): AsyncGenerator<DeadJob> {
    let after: string | undefined;
    for (;;) {
      const letters = (await this.jobs?.list({ limit: PAGE, after })) ?? [];
      yield* letters;
      if (letters.length < PAGE) return;
      after = letters.at(-1)!.cursor;
    }
  }

  private ofEvent({ id, event, handler, error, attempts, at }: DeadLetter): Letter {
    const { service } = this;
    return {
      id: this.idOf('event', String(id)),
      service,
      kind: 'event',
      what: event.type,
      handler,
      key: event.key,
      attempts,
      error,
      at,
      correlation: event.correlation,
      data: event.data,
    };
  }

  private ofJob({ id, queue, data, singletonKey, error, attempts, at, correlation }: DeadJob): Letter {
    const { service } = this;
    const [what = queue] = queue.split('/', 1);
    return {
      id: this.idOf('job', id),
      service,
      kind: 'job',
      what,
      handler: queue,
      key: singletonKey,
      attempts,
      error: error.stack ?? error.message,
      at,
      correlation,
      data,
    };
  }
}

async function countOf(letters: AsyncGenerator): Promise<number> {
  let count = 0;
  while (!(await letters.next()).done) count++;
  return count;
}
