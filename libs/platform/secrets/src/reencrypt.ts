import { setTimeout as delay } from 'node:timers/promises';
import { sessionOptions, type ServiceSchema } from '@hearth/data';
import pg from 'pg';
import type { Keyring } from './keyring.js';
import { SealedTable } from './sealed-table.js';

/** How long rows that others keep locked are waited for, in all. */
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 250;

/** What a run of the re-encryption did and found. */
export interface Reencryption {
  /** Rows that were rewritten. */
  readonly rewritten: number;
  /** How many values are stored under each key id now, in all declared columns. */
  readonly inUse: Readonly<Record<string, number>>;
  /** Rows that still hold another key's values because somebody kept them locked: run it again. */
  readonly locked: number;
  /** One sentence for each stored value that cannot be read. Never its content. */
  readonly unreadable: readonly string[];
}

/**
 * Rewrites every declared column so that all of it is written by the ring's first key. Safe while services run that know every key of
 * the ring: rows are locked in small transactions, and rows that others hold are left for later.
 * May be stopped at any time and run again: what is done shows in the rows.
 * @param url server and database; its user is a member of the services' roles
 */
export async function reencrypt(
  url: string,
  schemas: readonly ServiceSchema[],
  keyring: Keyring,
  patienceMs: number = PATIENCE_MS,
): Promise<Reencryption> {
  const deadline = performance.now() + patienceMs;
  const results: Reencryption[] = [];
  for (const schema of schemas.filter(({ encrypted = [] }) => encrypted.length > 0)) {
    const client = new pg.Client({ connectionString: url, options: sessionOptions(schema) });
    await client.connect();
    try {
      for (const table of schema.encrypted ?? []) {
        results.push(await reencryptTable(new SealedTable(client, schema, table, keyring), deadline));
      }
    } finally {
      await client.end();
    }
  }
  return results.reduce(together, { rewritten: 0, inUse: {}, locked: 0, unreadable: [] });
}

async function reencryptTable(table: SealedTable, deadline: number): Promise<Reencryption> {
  const unreadable = new Map<string, string>();
  let rewritten = 0;
  for (;;) {
    let locked = 0;
    for await (const page of table.pages()) {
      const stale = page.filter((row) => row.stale && !unreadable.has(row.id)).map(({ id }) => id);
      if (stale.length === 0) continue;
      const done = await table.rewrite(stale);
      for (const [id, reason] of done.unreadable) unreadable.set(id, reason);
      rewritten += done.ids.length;
      locked += stale.length - done.ids.length - done.unreadable.size;
    }
    if (locked === 0 || performance.now() > deadline) {
      return { rewritten, locked, unreadable: [...unreadable.values()], inUse: await keysInUse(table) };
    }
    await delay(LOOK_AGAIN_MS);
  }
}

/** Counted after the rewriting, so that what was written meanwhile with an older key is seen. */
async function keysInUse(table: SealedTable): Promise<Record<string, number>> {
  const inUse: Record<string, number> = {};
  for await (const page of table.pages()) {
    for (const id of page.flatMap(({ keys }) => keys).filter(Boolean)) inUse[id] = (inUse[id] ?? 0) + 1;
  }
  return inUse;
}

function together(sum: Reencryption, next: Reencryption): Reencryption {
  const inUse = { ...sum.inUse };
  for (const [id, count] of Object.entries(next.inUse)) inUse[id] = (inUse[id] ?? 0) + count;
  return {
    rewritten: sum.rewritten + next.rewritten,
    locked: sum.locked + next.locked,
    unreadable: [...sum.unreadable, ...next.unreadable],
    inUse,
  };
}
