import { z } from 'zod';

export const FORMAT = 'hearth-backup-2';

/** A file of a backup, named by the SHA-256 of its content: equal contents of several snapshots are stored once. */
export const Part = z.object({ name: z.string(), size: z.number() });
export type Part = z.infer<typeof Part>;

/** Rows of a table: gzip of what `COPY … TO` prints. */
const TableRows = z.object({
  schema: z.string(),
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  part: Part,
});
export type TableRows = z.infer<typeof TableRows>;

/** Contents of one snapshot of a system. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** When the snapshot of the database was taken. */
  takenAt: z.iso.datetime(),
  /** Names of the applied migrations, by schema. */
  migrations: z.record(z.string(), z.array(z.string())),
  /** Versions of pg-boss' tables, by schema. */
  queues: z.record(z.string(), z.number()),
  tables: z.array(TableRows),
  /** Last values by name; read after everything else, so that no number that the backup mentions is handed out again. */
  sequences: z.record(z.string(), z.string()),
  /** gzip of JSON lines, one for each repository. */
  repositories: z.object({ part: Part, count: z.number() }),
  /** gzip of what `COPY … TO` prints: rows about the repositories that are newer than the snapshot of the database, among others. */
  later: z.object({ changes: Part, events: Part }),
  /** gzip of JSON lines with names and sizes; null for a system without a store of objects. */
  objects: z.object({ part: Part, count: z.number() }).nullable(),
  /** Encrypted; null for a backup without secrets. */
  secrets: Part.nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

/** Content of `snapshots/<name>`, which is written last: a snapshot without it is incomplete. */
export const SnapshotHead = z.object({ format: z.literal(FORMAT), manifest: Part });
