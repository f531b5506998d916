import { Logger } from '@nestjs/common';
import { sqlState, type Database, type Tx } from '@hearth/data';
import type { JobRun } from '../handlers.js';
import { metrics } from '../metrics.js';
import { FIRST_BATCH, LONGEST_BATCH_MS, nextBatchSize } from './batch-size.js';
import type { BackfillDefinition } from './backfill.js';
import { BackfillPlaces, type KeyRange } from './places.js';

const LOCK_NOT_AVAILABLE = '55P03';

/** Changes the rows of a batch, and returns how many it has changed. */
export type FillBatch = (tx: Tx, keys: KeyRange) => Promise<number>;

/**
 * Changes the rows of a table from the place that was reached before. A batch and its place are one transaction, so a run that is killed repeats
 * nothing and leaves nothing out. A batch gives way to a transaction that has one of its rows for longer than 200 ms, and is tried with fewer rows.
 * @throws the reason of the signal, between two batches; what `fill` throws
 */
export async function runBackfill(
  db: Database,
  backfill: BackfillDefinition,
  fill: FillBatch,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const { service } = db;
  const places = new BackfillPlaces(service);
  await places.start(db, backfill);
  const progress = metrics.backfilled.labels({ service, backfill: backfill.name });
  for (let most = FIRST_BATCH; ;) {
    signal.throwIfAborted();
    const startedAt = performance.now();
    const batch = await batchOf(db, backfill, fill, places, most).catch(unlessLocked);
    if (batch === undefined) break;
    if (batch !== 'locked') progress.set(batch.upTo / batch.last);
    most = nextBatchSize(most, performance.now() - startedAt);
  }
  progress.set(1);
  new Logger(`Jobs ${service}`).log(`the backfill ${backfill.name} has finished`);
}

/** Changes one batch. Returns undefined when no row is left, or another run has finished. */
function batchOf(db: Database, backfill: BackfillDefinition, fill: FillBatch, places: BackfillPlaces, most: number) {
  return db.tx(async (tx) => {
    await tx.query(`set local lock_timeout = ${LONGEST_BATCH_MS}`);
    const place = await places.lock(tx, backfill);
    if (place === undefined) return undefined;
    const keys = await places.next(tx, backfill, place, most);
    if (keys) await places.advance(tx, backfill, keys.upTo, await fill(tx, keys));
    else await places.finish(tx, backfill);
    return keys;
  });
}

function unlessLocked(error: unknown): 'locked' {
  if (sqlState(error) === LOCK_NOT_AVAILABLE) return 'locked';
  throw error;
}
