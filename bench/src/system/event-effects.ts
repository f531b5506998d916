import { waitFor, type WitnessDatabase } from '@hearth/testing';

/** The table that the handler of the sample services fills. */
const EFFECTS = 'merge_requests.effects';
const PATIENCE_MS = 300_000;
/** Rare enough to take nothing from what is measured: times stand in the rows. */
const LOOK_MS = 250;

export interface HandledStep {
  key: number;
  step: number;
  /** The publisher's clock in its transaction, before the commit: milliseconds since 1970 with fractions. */
  appendedAt: number;
  /** The handler's clock in the transaction that stored this. */
  handledAt: number;
}

/** Does something and waits until its events were handled: `expected` rows more in the table of effects. */
export async function effectsOf<T>(
  database: WitnessDatabase,
  expected: number,
  work: () => Promise<T>,
): Promise<{ result: T; effects: HandledStep[] }> {
  const [last] = await database.query<{ id: string }>(`select coalesce(max(id), 0) as id from ${EFFECTS}`);
  const before = last!.id;
  const result = await work();
  await waitFor(
    `${expected} events to be handled`,
    async () => {
      const [row] = await database.query<{ count: number }>(
        `select count(*)::int as count from ${EFFECTS} where id > $1`,
        [before],
      );
      return row!.count >= expected;
    },
    { timeoutMs: PATIENCE_MS, intervalMs: LOOK_MS },
  );
  const rows = await database.query<{ key: string; step: number; appended_at: number; handled_at: number }>(
    `select key, step, appended_at, handled_at from ${EFFECTS} where id > $1 order by id`,
    [before],
  );
  const effects = rows.map((row) => ({
    key: Number(row.key),
    step: row.step,
    appendedAt: row.appended_at,
    handledAt: row.handled_at,
  }));
  assertOnceAndInOrder(effects, expected);
  return { result, effects };
}

/** Speed is worth nothing where events are lost, handled twice or out of order. */
function assertOnceAndInOrder(effects: readonly HandledStep[], expected: number): void {
  const last = new Map<number, number>();
  for (const { key, step } of effects) {
    const before = last.get(key);
    if (before !== undefined && step !== before + 1) throw new Error(`Key ${key}: step ${step} came after ${before}`);
    last.set(key, step);
  }
  if (effects.length !== expected) throw new Error(`${effects.length} effects of ${expected} events`);
}
