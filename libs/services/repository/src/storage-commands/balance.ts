import type { PlannedMove } from '../storage-moves/schedule-move.js';
import { isUsable } from '../storages/place.rules.js';
import { afterMove, shifts, type Filling, type Shift } from './balance.rules.js';
import { bytesText, CommandFailed, table, type CommandOptions, type CommandParts } from './command.js';

/** Moves of one run; the next one goes on from there. */
const MOST_MOVES = 1_000;
const LOOK_EVERY_MS = 1_000;

interface BalanceMove extends PlannedMove {
  readonly bytes: number;
}

/**
 * Moves repositories until the storages that take new ones are evenly used by bytes, relative to their weights. A run that was interrupted is
 * repeated: it plans by what there is then, and repositories that are being moved count at their destination.
 */
export async function balance(parts: CommandParts, options: CommandOptions): Promise<void> {
  const { print } = parts;
  const planned = await plan(parts);
  if (options.dryRun && options.json) return print(JSON.stringify(planned));
  if (planned.length === 0) return print('The storages are evenly used: nothing is to be moved.');
  if (options.dryRun) {
    const rows = planned.map(({ projectId, bytes, source, destination }) => [
      ...[String(projectId), bytesText(bytes), source, destination],
    ]);
    return print(table([['project', 'size', 'from', 'to'], ...rows]));
  }
  await carryOut(parts, planned, options);
}

async function plan(parts: CommandParts): Promise<BalanceMove[]> {
  let fillings = await fillingsOf(parts);
  const planned: BalanceMove[] = [];
  while (planned.length < MOST_MOVES) {
    const move = await nextMove(parts, shifts(fillings), planned);
    if (!move) break;
    planned.push(move);
    fillings = afterMove(fillings, move, move.bytes);
  }
  return planned;
}

async function fillingsOf({ db, places, repositories }: CommandParts): Promise<Filling[]> {
  const [all, used] = await Promise.all([places.read(db), repositories.usedBytes(db)]);
  return all
    .filter(isUsable)
    .map(({ storage, weight, roomBytes }) => ({ storage, weight, roomBytes, usedBytes: used.get(storage) ?? 0 }));
}

async function nextMove(
  { db, repositories }: CommandParts,
  possible: readonly Shift[],
  planned: readonly BalanceMove[],
): Promise<BalanceMove | null> {
  const without = planned.map(({ projectId }) => projectId);
  for (const { source, destination, mostBytes } of possible) {
    const largest = await repositories.largestToMove(db, source, { mostBytes, without });
    if (largest) return { ...largest, source, destination };
  }
  return null;
}

async function carryOut(parts: CommandParts, planned: readonly BalanceMove[], options: CommandOptions): Promise<void> {
  const { db, moves, scheduleMove, pause, print } = parts;
  const ids: number[] = [];
  for (const [index, move] of planned.entries()) {
    while ((await moves.countOf(db, ids)).underWay >= options.atOnce) await pause(LOOK_EVERY_MS);
    const scheduled = await db.tx((tx) => scheduleMove.within(tx, move, 'storage balance'));
    if (!scheduled) continue;
    ids.push(scheduled.id);
    const { projectId, bytes, source, destination } = move;
    print(`${index + 1} of ${planned.length}: project ${projectId} (${bytesText(bytes)}), ${source} to ${destination}`);
    await pause(options.pauseSeconds * 1000);
  }
  while ((await moves.countOf(db, ids)).underWay > 0) await pause(LOOK_EVERY_MS);
  const { finished, failed } = await moves.countOf(db, ids);
  print(`${finished} repositories were moved.${planned.length === MOST_MOVES ? ' Run this again for more.' : ''}`);
  if (failed > 0) throw new CommandFailed(`${failed} moves have failed: the logs of the repository processes say why.`);
}
