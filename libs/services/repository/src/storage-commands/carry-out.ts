import type { PlannedMove } from '../storage-moves/schedule-move.js';
import { bytesText, CommandFailed, SEE_LOGS, table, type CommandOptions, type CommandParts } from './command.js';

const LOOK_EVERY_MS = 1_000;

/** Planned move with the size of the repository, in bytes. */
export interface SizedMove extends PlannedMove {
  readonly bytes: number;
}

/** Prints planned moves, as JSON or as a table, without running them. */
export function printPlan({ print }: CommandParts, planned: readonly SizedMove[], { json }: CommandOptions): void {
  if (json) return print(JSON.stringify(planned));
  const rows = planned.map(({ projectId, bytes, source, destination }) => [
    ...[String(projectId), bytesText(bytes), source, destination],
  ]);
  print(table([['project', 'size', 'from', 'to'], ...rows]));
}

/**
 * Carries moves out, so many at a time, and waits for their end. Those of projects of which a move is under way are left out.
 * @param command names itself in the audit trail
 * @throws CommandFailed when some have failed
 */
export async function carryOut(
  { db, moves, scheduleMove, pause, print }: CommandParts,
  planned: readonly SizedMove[],
  { atOnce, pauseSeconds }: CommandOptions,
  command: string,
): Promise<void> {
  const ids: number[] = [];
  for (const [index, move] of planned.entries()) {
    while ((await moves.countOf(db, ids)).underWay >= atOnce) await pause(LOOK_EVERY_MS);
    const scheduled = await db.tx((tx) => scheduleMove.within(tx, move, command));
    if (!scheduled) continue;
    ids.push(scheduled.id);
    const { projectId, bytes, source, destination } = move;
    print(`${index + 1} of ${planned.length}: project ${projectId} (${bytesText(bytes)}), ${source} to ${destination}`);
    await pause(pauseSeconds * 1000);
  }
  while ((await moves.countOf(db, ids)).underWay > 0) await pause(LOOK_EVERY_MS);
  const { finished, failed } = await moves.countOf(db, ids);
  print(`${finished} repositories were moved.`);
  if (failed > 0) throw new CommandFailed(`${failed} moves have failed: ${SEE_LOGS}`);
}
