import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';
import type { CustomAttribute } from './custom-attribute.rules.js';

/** Table of the custom attributes of one kind of subject. */
export interface AttributeTable {
  /** Has the columns `key`, `value` and `updated_at`, and is unique by subject and key. */
  readonly table: string;
  /** The foreign key column of the subject. */
  readonly column: string;
  /** The table of the subjects, by `id`. */
  readonly subjects: string;
}

/** The tables of a service, by kind of subject. */
export type AttributeTables = Readonly<Record<string, AttributeTable>>;

/** The record that an attribute is attached to. */
export interface AttributeSubject {
  /** Name of one of the tables. */
  readonly kind: string;
  readonly id: number;
}

/** Setting a value locks the row of its subject first: a subject that is being deleted gets no attribute. */
function statementsFor({ table, column, subjects }: AttributeTable) {
  return {
    all: `select key, value from ${table} where ${column} = $1 order by key`,
    one: `select key, value from ${table} where ${column} = $1 and key = $2`,
    set: `with subject as (select id from ${subjects} where id = $1 for key share)
      insert into ${table} (${column}, key, value) select id, $2, $3 from subject
      on conflict (${column}, key) do update set value = excluded.value, updated_at = now()
      returning key, value`,
    lock: `select updated_at as "updatedAt" from ${table} where ${column} = $1 and key = $2 for update`,
    delete: `delete from ${table} where ${column} = $1 and key = $2`,
  };
}

/** SQL of the custom attributes of a service. */
@Injectable()
export class CustomAttributesStore {
  private readonly statements: Readonly<Record<string, ReturnType<typeof statementsFor>>>;

  constructor(tables: AttributeTables) {
    this.statements = Object.fromEntries(Object.entries(tables).map(([kind, table]) => [kind, statementsFor(table)]));
  }

  /** Lists the attributes of a subject by key. */
  all(db: Db, { kind, id }: AttributeSubject): Promise<CustomAttribute[]> {
    return db.prepared<CustomAttribute & Row>(this.statements[kind]!.all, [id]);
  }

  async find(db: Db, { kind, id }: AttributeSubject, key: string): Promise<CustomAttribute | undefined> {
    const [attribute] = await db.prepared<CustomAttribute & Row>(this.statements[kind]!.one, [id, key]);
    return attribute;
  }

  /** @returns the attribute as stored; undefined when its subject does not exist */
  async set(
    tx: Tx,
    { kind, id }: AttributeSubject,
    { key, value }: CustomAttribute,
  ): Promise<CustomAttribute | undefined> {
    const [attribute] = await tx.prepared<CustomAttribute & Row>(this.statements[kind]!.set, [id, key, value]);
    return attribute;
  }

  /**
   * Locks the attribute until the transaction ends.
   * @returns when it was last changed; undefined when it does not exist
   */
  async lock(tx: Tx, { kind, id }: AttributeSubject, key: string): Promise<Date | undefined> {
    const [row] = await tx.prepared<{ updatedAt: Date }>(this.statements[kind]!.lock, [id, key]);
    return row?.updatedAt;
  }

  async delete(tx: Tx, { kind, id }: AttributeSubject, key: string): Promise<void> {
    await tx.prepared(this.statements[kind]!.delete, [id, key]);
  }
}
