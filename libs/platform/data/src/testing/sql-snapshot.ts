import { readFile, writeFile } from 'node:fs/promises';
import type { Db } from '../db.js';
import { sqlInLines } from './sql-layout.js';

/** Variants of a list, each calling its finder. */
export type SqlVariants = Readonly<Record<string, (db: Db) => Promise<unknown>>>;

/** Texts that every variant repeats, by the name that replaces them; each is shown once. */
export type RepeatedSql = Readonly<Record<string, string>>;

/** The command that updates all snapshots; to be run when one is out of date. */
export const SNAPSHOT_COMMAND = 'npm run generate:sql';

/**
 * Returns the statements that a finder sends for each variant, with their values, as text for a file beside it. Nothing is executed: every
 * statement returns no rows.
 */
export async function sqlSnapshot(variants: SqlVariants, repeated: RepeatedSql = {}): Promise<string> {
  const sections = [`-- Written by ${SNAPSHOT_COMMAND}; a spec compares it with what the finder sends.`];
  for (const [name, text] of Object.entries(repeated)) sections.push(`-- ${name}\n${sqlInLines(text)}`);
  for (const [name, ask] of Object.entries(variants)) {
    const db = silent();
    await ask(db);
    for (const { text, values } of db.statements) {
      const shown = Object.entries(repeated).reduce(
        (left, [each, part]) => left.replaceAll(part, `/* ${each} */`),
        text,
      );
      const numbered = values.map((value, index) => `$${index + 1} = ${JSON.stringify(value)}`);
      sections.push(
        [`-- ${name}`, ...(numbered.length > 0 ? [`-- ${numbered.join(', ')}`] : []), sqlInLines(shown)].join('\n'),
      );
    }
  }
  return `${sections.join('\n\n')}\n`;
}

/**
 * Reads the committed snapshot, to be compared with the present one. With HEARTH_WRITE_SQL it is written first.
 * @param file path or URL of the snapshot
 */
export async function committedSql(file: string | URL, present: string): Promise<string> {
  if (process.env['HEARTH_WRITE_SQL']) await writeFile(file, present);
  return readFile(file, 'utf8');
}

/** A database in which every list is empty and which records its statements. The second statement is the one that counts. */
function silent(): Db & { readonly statements: { text: string; values: readonly unknown[] }[] } {
  const statements: { text: string; values: readonly unknown[] }[] = [];
  const remember = (text: string, values: readonly unknown[] = []) =>
    Promise.resolve(statements.push({ text, values }) > 1 ? [{ count: 0 }] : []) as Promise<never[]>;
  return {
    statements,
    prepared: remember,
    query: remember,
    repository: () => {
      throw new Error('a list reads no entities');
    },
  };
}
