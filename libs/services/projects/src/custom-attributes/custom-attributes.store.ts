import { Injectable } from '@nestjs/common';
import type { CustomAttribute } from '@hearth/custom-attributes';
import type { Db, Tx } from '@hearth/data';

/** What an attribute is attached to. */
export type AttributeHolder = { readonly projectId: number } | { readonly groupId: number };

/**
 * SQL condition: a project or a group has each of some attributes; none where none is asked for. One condition for all of them, since
 * PostgreSQL plans long for hundreds. As an array, which is read from its own end.
 * @param id SQL of the holder's id
 * @param parameter adds a value to the statement, and answers its SQL
 */
export function hasAttributes(
  holder: 'project' | 'group',
  id: string,
  wanted: Readonly<Record<string, string>>,
  parameter: (value: unknown) => string,
): string[] {
  const keys = Object.keys(wanted);
  if (keys.length === 0) return [];
  const column = COLUMNS[holder];
  return [
    `${id} = any (array(
      select held.${column} from unnest(${parameter(keys)}::text[], ${parameter(Object.values(wanted))}::text[]) as wanted (key, value)
      join custom_attributes held on held.key = wanted.key and held.value = wanted.value
      where held.${column} is not null
      group by held.${column} having count(*) = ${parameter(keys.length)}))`,
  ];
}

const COLUMNS = { project: 'project_id', group: 'namespace_id' } as const;

/** The holder's row is held first: what goes away at the same time gets no attribute. */
function statementsFor(column: string, holders: string) {
  return {
    all: `select key, value from custom_attributes where ${column} = $1 order by key`,
    one: `select key, value from custom_attributes where ${column} = $1 and key = $2`,
    set: `with held as (select id from ${holders} where id = $1 for key share)
      insert into custom_attributes (${column}, key, value) select id, $2, $3 from held
      on conflict (${column}, key) do update set value = excluded.value, updated_at = now()
      returning key, value`,
    lock: `select updated_at as "updatedAt" from custom_attributes where ${column} = $1 and key = $2 for update`,
    delete: `delete from custom_attributes where ${column} = $1 and key = $2`,
  };
}

const OF_PROJECT = statementsFor(COLUMNS.project, 'projects');
const OF_GROUP = statementsFor(COLUMNS.group, 'namespaces');

/** Values that admins attach to projects and groups. */
@Injectable()
export class CustomAttributesStore {
  /** All of a holder, by key. */
  async all(db: Db, holder: AttributeHolder): Promise<CustomAttribute[]> {
    const [statements, id] = of(holder);
    return db.prepared<CustomAttribute & Record<string, unknown>>(statements.all, [id]);
  }

  async one(db: Db, holder: AttributeHolder, key: string): Promise<CustomAttribute | undefined> {
    const [statements, id] = of(holder);
    const [attribute] = await db.prepared<CustomAttribute & Record<string, unknown>>(statements.one, [id, key]);
    return attribute;
  }

  /** @returns the attribute as it is from now on; nothing when its holder is gone */
  async set(tx: Tx, holder: AttributeHolder, { key, value }: CustomAttribute): Promise<CustomAttribute | undefined> {
    const [statements, id] = of(holder);
    const [attribute] = await tx.prepared<CustomAttribute & Record<string, unknown>>(statements.set, [id, key, value]);
    return attribute;
  }

  /** @returns when it was changed last; nothing where there is none. Nobody else changes it until the transaction ends. */
  async lock(tx: Tx, holder: AttributeHolder, key: string): Promise<Date | undefined> {
    const [statements, id] = of(holder);
    const [row] = await tx.prepared<{ updatedAt: Date }>(statements.lock, [id, key]);
    return row?.updatedAt;
  }

  async delete(tx: Tx, holder: AttributeHolder, key: string): Promise<void> {
    const [statements, id] = of(holder);
    await tx.prepared(statements.delete, [id, key]);
  }
}

function of(holder: AttributeHolder): [ReturnType<typeof statementsFor>, number] {
  return 'projectId' in holder ? [OF_PROJECT, holder.projectId] : [OF_GROUP, holder.groupId];
}
