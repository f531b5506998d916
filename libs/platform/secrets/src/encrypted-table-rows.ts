import type { EncryptedColumn, EncryptedTable, ServiceSchema } from '@hearth/data';
import pg from 'pg';
import type { EncryptedPlace, Keyring } from './keyring.js';

/** Rows that are read, and at most locked, at a time. */
const PAGE_ROWS = 200;

/** A row as rotation reads it, without decrypting it. */
export interface EncryptedRow {
  readonly id: string;
  /** The key id of each stored value; empty for a value that is not a ciphertext. */
  readonly keys: readonly string[];
  /** True when a value is not encrypted with the ring's first key. */
  readonly stale: boolean;
}

/** Result of rewriting rows. Rows in neither list were locked by other transactions, or have been deleted. */
export interface Rewritten {
  readonly ids: readonly string[];
  /** Rows that cannot be decrypted, with the reason. */
  readonly unreadable: ReadonlyMap<string, string>;
}

/** Reads and rewrites the encrypted columns of one table for a rotation, as the service's own role. */
export class EncryptedTableRows {
  private readonly columns: readonly EncryptedColumn[];
  private readonly names: readonly string[];

  constructor(
    private readonly client: pg.Client,
    private readonly schema: ServiceSchema,
    private readonly table: EncryptedTable,
    private readonly keyring: Keyring,
  ) {
    this.columns = table.columns;
    this.names = table.columns.flatMap(({ column, lookup }) => (lookup ? [column, lookup] : [column]));
  }

  /** Iterates over all rows with encrypted values by id, in pages: no statement reads the whole table. */
  async *pages(): AsyncGenerator<readonly EncryptedRow[]> {
    let last: string | undefined;
    for (;;) {
      const rows = await this.page(last);
      if (rows.length > 0) yield rows.map((row) => this.rowOf(row));
      if (rows.length < PAGE_ROWS) return;
      last = rows.at(-1)!.row_id;
    }
  }

  /** Rewrites rows in one transaction, with their current values; skips rows locked by other transactions. */
  async rewrite(ids: readonly string[]): Promise<Rewritten> {
    await this.client.query('begin');
    try {
      const rewritten = await this.rewriteLocked(ids);
      await this.client.query('commit');
      return rewritten;
    } catch (error) {
      // A broken connection cannot roll back; the first error is the one that matters.
      await this.client.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  private async rewriteLocked(ids: readonly string[]): Promise<Rewritten> {
    const unreadable = new Map<string, string>();
    const rewritten: string[] = [];
    const { rows } = await this.client.query<StoredRow>(
      `select t.${this.id}::text as row_id, ${this.names.map(quoted).join(', ')}
         from ${quoted(this.table.table)} t where t.${this.id} = any($1) for update skip locked`,
      [ids],
    );
    for (const row of rows) {
      try {
        await this.replace(row.row_id, this.resealed(row));
        rewritten.push(row.row_id);
      } catch (error) {
        if (error instanceof pg.DatabaseError) throw error;
        unreadable.set(row.row_id, (error as Error).message);
      }
    }
    return { ids: rewritten, unreadable };
  }

  private async replace(id: string, values: readonly (string | null)[]): Promise<void> {
    const assignments = this.names.map((name, index) => `${quoted(name)} = $${index + 2}`);
    await this.client.query(`update ${quoted(this.table.table)} set ${assignments.join(', ')} where ${this.id} = $1`, [
      id,
      ...values,
    ]);
  }

  /** Encrypts the row's values with the first key of the ring, in the order of `names`. */
  private resealed(row: StoredRow): (string | null)[] {
    return this.columns.flatMap(({ column, lookup }) => {
      const stored = row[column] ?? null;
      if (stored === null) return lookup ? [null, null] : [null];
      const place = this.placeOf(column);
      const plaintext = this.keyring.decrypt(stored, { ...place, id: row.row_id });
      const sealed = this.keyring.encrypt(plaintext, { ...place, id: row.row_id });
      return lookup ? [sealed, this.keyring.lookup(plaintext, place)] : [sealed];
    });
  }

  private placeOf(column: string): EncryptedPlace {
    return { service: this.schema.service, table: this.table.table, column };
  }

  private async page(after: string | undefined): Promise<StoredRow[]> {
    const keyIds = this.names.map((name) => `split_part(t.${quoted(name)}, '.', 2) as ${quoted(name)}`);
    const { rows } = await this.client.query<StoredRow>(
      `select t.${this.id}::text as row_id, ${keyIds.join(', ')} from ${quoted(this.table.table)} t
        ${after === undefined ? '' : `where t.${this.id} > $1`} order by t.${this.id} limit ${PAGE_ROWS}`,
      after === undefined ? [] : [after],
    );
    return rows;
  }

  private rowOf(row: StoredRow): EncryptedRow {
    const [writing] = this.keyring.ids;
    const stale = this.columns.some(({ column, lookup }) => {
      const held = row[column] ?? null;
      const expected = held === null ? null : writing;
      return held !== expected || (lookup !== undefined && (row[lookup] ?? null) !== expected);
    });
    return { id: row.row_id, keys: this.names.flatMap((name) => row[name] ?? []), stale };
  }

  private get id(): string {
    return quoted(this.table.id);
  }
}

type StoredRow = Record<string, string | null> & { row_id: string };

function quoted(identifier: string): string {
  return pg.escapeIdentifier(identifier);
}
