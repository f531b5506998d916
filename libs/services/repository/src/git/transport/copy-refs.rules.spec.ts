import type { ObjectId } from '../refs/object-id.js';
import type { RefName } from '../refs/ref-name.js';
import { divergedRef, isExpired } from '../repositories/diverged-refs.js';
import { copyMoves } from './copy-refs.rules.js';

const NOW = new Date('2026-11-24T18:30:00Z');
const [A, B] = ['a', 'b'].map((digit) => digit.repeat(40)) as [ObjectId, ObjectId];
const refs = (tips: Record<string, ObjectId>) => new Map(Object.entries(tips)) as Map<RefName, ObjectId>;
const shown = (moves: ReturnType<typeof copyMoves>) =>
  moves.map((list) => list.map(({ ref, from, to }) => `${ref} ${from?.[0] ?? '-'}${to?.[0] ?? '-'}`));

describe('the moves of a copy', () => {
  it('are one transaction, without the refs that are the same', () => {
    const local = refs({ 'refs/heads/same': A, 'refs/heads/gone': A, 'refs/heads/moved': A });
    const origin = refs({ 'refs/heads/same': A, 'refs/heads/moved': B, 'refs/heads/new': B });
    expect(shown(copyMoves(local, origin, NOW))).toEqual([
      ['refs/heads/gone a-', 'refs/heads/moved ab', 'refs/heads/new -b'],
    ]);
    expect(copyMoves(origin, origin, NOW)).toEqual([]);
  });

  it('are two where a deleted ref is in the way', () => {
    const local = refs({ 'refs/heads/a': A, 'refs/heads/b/c': A, 'refs/heads/x': A });
    const origin = refs({ 'refs/heads/a/b': B, 'refs/heads/b': B });
    expect(shown(copyMoves(local, origin, NOW))).toEqual([
      ['refs/heads/a a-', 'refs/heads/b/c a-'],
      ['refs/heads/x a-', 'refs/heads/a/b -b', 'refs/heads/b -b'],
    ]);
  });

  it('keep what was set aside for two weeks', () => {
    const [old, young] = ['2026-11-10T18:00:00Z', '2026-11-11T18:00:00Z'].map((at) =>
      divergedRef('refs/heads/x' as RefName, new Date(at)),
    ) as [RefName, RefName];
    expect(young).toBe('refs/hearth/diverged/20261111T180000Z/heads/x');
    expect([old, young].map((ref) => isExpired(ref, NOW))).toEqual([true, false]);
    expect(shown(copyMoves(refs({ [old]: A, [young]: A }), refs({}), NOW))).toEqual([[`${old} a-`]]);
    expect(shown(copyMoves(refs({}), refs({ [old]: A }), NOW, refs({ [young]: B })))).toEqual([[`${young} -b`]]);
    expect(isExpired('refs/heads/main' as RefName, NOW)).toBe(false);
  });
});
