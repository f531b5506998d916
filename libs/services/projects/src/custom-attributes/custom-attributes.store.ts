import type { AttributeTables } from '@hearth/custom-attributes';

/** Tables and columns of the custom attributes of projects and groups. */
export const ATTRIBUTE_TABLES = {
  project: { table: 'custom_attributes', column: 'project_id', subjects: 'projects' },
  group: { table: 'custom_attributes', column: 'namespace_id', subjects: 'namespaces' },
} as const satisfies AttributeTables;

/**
 * SQL condition: a project or a group has each of the given attributes; none where none are given. One condition for all of them, since
 * PostgreSQL takes long to plan hundreds. They are passed as an array, which is read from its own end.
 * @param id SQL of the subject's id
 * @param parameter adds a value to the statement, and returns its SQL
 */
export function hasAttributes(
  subject: 'project' | 'group',
  id: string,
  wanted: Readonly<Record<string, string>>,
  parameter: (value: unknown) => string,
): string[] {
  const keys = Object.keys(wanted);
  if (keys.length === 0) return [];
  const { column } = ATTRIBUTE_TABLES[subject];
  return [
    `${id} = any (array(
      select held.${column} from unnest(${parameter(keys)}::text[], ${parameter(Object.values(wanted))}::text[]) as wanted (key, value)
      join custom_attributes held on held.key = wanted.key and held.value = wanted.value
      where held.${column} is not null
      group by held.${column} having count(*) = ${parameter(keys.length)}))`,
  ];
}
