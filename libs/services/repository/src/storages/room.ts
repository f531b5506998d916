import { inGibibytes, isNearlyFull, reserveOf, type Space } from '@hearth/service';

/** Names a storage whose disk is too full for pushes, or will be soon; undefined with enough space. */
export function spaceProblem(storage: string, space: Space): string | undefined {
  if (!isNearlyFull(space)) return undefined;
  const state = roomIn(space) === 0 ? 'too full for pushes' : 'nearly full';
  const [free, needed] = [space.free, reserveOf(space)].map(inGibibytes);
  return `The disk of the storage ${storage} is ${state}: ${free} are free, and pushes need ${needed}.`;
}

/** Returns the bytes that writes may still take; 0 when they are refused. */
export function roomIn(space: Space): number {
  return Math.max(0, Math.floor(space.free - reserveOf(space)));
}
