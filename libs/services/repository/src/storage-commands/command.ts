import type { Database } from '@hearth/data';
import type { Jobs } from '@hearth/jobs';
import { PlaceCopiesJob } from '../jobs.js';
import type { RepositoriesStore } from '../repositories/repositories.store.js';
import type { ScheduleMove } from '../storage-moves/schedule-move.js';
import type { StorageMovesStore } from '../storage-moves/storage-moves.store.js';
import type { StorageChecksStore } from '../storage-checks/storage-checks.store.js';
import type { StorageOwnersStore } from '../storages/storage-owners.store.js';
import type { StoragePlacesStore } from '../storages/storage-places.store.js';

/** A command cannot do what it was asked for. The message says what to do next. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** Advice of a failure whose cause is logged by the processes that carry it out. */
export const SEE_LOGS = 'the logs of the repository processes say why. Mend that, and run this again.';

/** Options of commands, as given. */
export interface CommandOptions {
  readonly json?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly noWait?: boolean | undefined;
  readonly atOnce: number;
  readonly pauseSeconds: number;
}

/** The database of the service, as commands work with it beside the processes that run. */
export interface CommandParts {
  readonly db: Database;
  /** Every storage of the system that was ever served. */
  readonly names: readonly string[];
  readonly owners: StorageOwnersStore;
  readonly repositories: RepositoriesStore;
  readonly moves: StorageMovesStore;
  readonly checks: StorageChecksStore;
  readonly places: StoragePlacesStore;
  readonly scheduleMove: ScheduleMove;
  readonly jobs: Jobs;
  readonly print: (line: string) => void;
  readonly pause: (ms: number) => Promise<void>;
}

/** @throws CommandFailed for a name that no storage has */
export function requireStorage({ names }: CommandParts, storage: string): void {
  if (!names.includes(storage))
    throw new CommandFailed(
      `There is no storage ${storage}, or it was never served: start the process that owns it, or name one of ${names.join(', ')}.`,
    );
}

/** Has every storage look again where the copies of its repositories are to be. */
export async function placeCopiesAgain({ db, jobs, names }: CommandParts): Promise<void> {
  await db.tx(async (tx) => {
    for (const storage of names) await jobs.add(tx, PlaceCopiesJob, { storage }, { storage, singletonKey: storage });
  });
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Formats a number of bytes for people. */
export function bytesText(bytes: number): string {
  let [size, unit] = [bytes, 0];
  for (; size >= 1024 && unit < UNITS.length - 1; unit += 1) size /= 1024;
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`;
}

/** Formats rows in columns; the first one has the headings. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}
