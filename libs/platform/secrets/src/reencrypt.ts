import { setTimeout as delay } from 'node:timers/promises';
import { CONNECTION, clientOptions, loginUrl, schemaName, type EncryptedTable, type ServiceSchema } from '@hearth/data';
import pg from 'pg';
import type { Keyring } from './keyring.js';
import { EncryptedTableRows } from './encrypted-table-rows.js';

/** Longest total wait for rows locked by other transactions. */
const LOCK_WAIT_MS = 60_000;
const LOOK_AGAIN_MS = 250;

/** Result of a re-encryption. */
export interface Reencryption {
  /** Number of rewritten rows. */
  readonly rewritten: number;
  /** Number of values stored under each key id now, in all declared columns. */
  readonly inUse: Readonly<Record<string, number>>;
  /** Rows that still have values of another key because they stayed locked: run it again. */
  readonly locked: number;
  /** One sentence for each stored value that cannot be decrypted. Never its content. */
  readonly unreadable: readonly string[];
}

/**
 * Rewrites every declared column with the ring's first key. Safe while services run that know every key of the ring: rows are locked in
 * small transactions, and locked rows are retried later. May be stopped at any time and run again. Tables that no migration has created yet
 * are skipped.
 * @param url server and database; its user is a member of the roles of services that have no login of their own
 */
export async function reencrypt(
  url: string,
  schemas: readonly ServiceSchema[],
  keyring: Keyring,
  patienceMs: number = LOCK_WAIT_MS,
): Promise<Reencryption> {
  const deadline = performance.now() + patienceMs;
  const results: Reencryption[] = [];
  for (const { schema, tables } of await migrated(url, schemas)) {
    const client = new pg.Client(clientOptions(schema, loginUrl(url, schema.service)));
    // A lost connection fails its statement, and the re-encryption with that.
    client.on('error', () => undefined);
    await client.connect();
    try {
      for (const table of tables) {
        results.push(await reencryptTable(new EncryptedTableRows(client, schema, table, keyring), deadline));
      }
    } finally {
      await client.end();
    }
  }
  return results.reduce(together, { rewritten: 0, inUse: {}, locked: 0, unreadable: [] });
}

const COLUMNS = `
  select format('%s.%s.%s', nspname, relname, attname) as name
  from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = any($1) and attnum > 0 and not attisdropped`;

interface MigratedSchema {
  readonly schema: ServiceSchema;
  readonly tables: readonly EncryptedTable[];
}

/** Lists the schemas with those of their encrypted columns that exist: keys may be rotated before the migrations of a release. */
async function migrated(url: string, schemas: readonly ServiceSchema[]): Promise<MigratedSchema[]> {
  const client = new pg.Client({ connectionString: url, ...CONNECTION });
  await client.connect();
  try {
    const names = schemas.map(({ service }) => schemaName(service));
    const { rows } = await client.query<{ name: string }>(COLUMNS, [names]);
    const present = new Set(rows.map(({ name }) => name));
    return schemas.flatMap((schema) => {
      const tables = (schema.encrypted ?? []).flatMap((table) => {
        const at = `${schemaName(schema.service)}.${table.table}`;
        const columns = table.columns.filter(({ column }) => present.has(`${at}.${column}`));
        return columns.length > 0 ? [{ ...table, columns }] : [];
      });
      return tables.length > 0 ? [{ schema, tables }] : [];
    });
  } finally {
    await client.end();
  }
}

async function reencryptTable(table: EncryptedTableRows, deadline: number): Promise<Reencryption> {
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

/** Counts values per key after the rewriting, so that values written meanwhile with an older key are seen. */
async function keysInUse(table: EncryptedTableRows): Promise<Record<string, number>> {
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
