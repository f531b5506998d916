import { isUsable } from '../storages/place.rules.js';
import { afterMove, shifts, type Filling, type Shift } from './balance.rules.js';
import { carryOut, printPlan, type SizedMove } from './carry-out.js';
import type { CommandOptions, CommandParts } from './command.js';

/** Moves of one run; the next one goes on from there. */
const MOST_MOVES = 1_000;

/**
 * Moves repositories until the storages that take new ones are evenly used by bytes, relative to their weights. A run that was interrupted is
 * repeated: it plans by what there is then, and repositories that are being moved count at their destination.
 */
export async function balance(parts: CommandParts, options: CommandOptions): Promise<void> {
  const { print } = parts;
  const planned = await plan(parts);
  if (options.dryRun && options.json) return printPlan(parts, planned, options);
  if (planned.length === 0) return print('The storages are evenly used: nothing is to be moved.');
  if (options.dryRun) return printPlan(parts, planned, options);
  await carryOut(parts, planned, options, 'storage balance');
  if (planned.length === MOST_MOVES) print('Run this again for more.');
}

async function plan(parts: CommandParts): Promise<SizedMove[]> {
  let fillings = await fillingsOf(parts);
  const planned: SizedMove[] = [];
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
  planned: readonly SizedMove[],
): Promise<SizedMove | null> {
  const without = planned.map(({ projectId }) => projectId);
  for (const { source, destination, mostBytes } of possible) {
    const largest = await repositories.largestToMove(db, source, { mostBytes, without });
    if (largest) return { ...largest, source, destination };
  }
  return null;
}
