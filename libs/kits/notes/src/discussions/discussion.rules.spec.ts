import { defineAbilities } from '@hearth/access';
import { AccessLevel, type UserId } from '@hearth/contract-kit';
import type { Note } from '../note.rules.js';
import { MOST_IN_DISCUSSION, isResolvable, isResolved, placeOfReply, replyFailures } from './discussion.rules.js';

const { any } = defineAbilities({ any: { name: 'any', from: AccessLevel.guest } });
const PLAIN = {
  type: 'Issue',
  column: 'issue_id',
  quickActions: [],
  abilities: { create: any, manage: any, setTimes: any },
};
const RESOLVABLE = { ...PLAIN, abilities: { ...PLAIN.abilities, resolve: any } };
const AUTHOR = 7 as UserId;

function note(fields: Partial<Note> = {}): Note {
  const at = new Date(0);
  return {
    ...{ id: 1, discussionId: 'd', type: 'DiscussionNote', authorId: AUTHOR, body: 'x', system: false, position: null },
    ...{ resolvedById: null, resolvedAt: null, createdAt: at, updatedAt: at, ...fields },
  };
}
const resolved = note({ resolvedById: AUTHOR, resolvedAt: new Date(1) });

describe('discussions', () => {
  it.each([
    ['a discussion', note(), RESOLVABLE, true],
    ['a note that stands alone', note({ type: null }), RESOLVABLE, false],
    ['a system note', note({ system: true }), RESOLVABLE, false],
    ['another kind of record', note(), PLAIN, false],
  ])('can be resolved: %s', (_, given, kind, expected) => {
    expect(isResolvable(given, kind)).toBe(expected);
  });

  it.each([
    [[resolved, resolved], true],
    [[resolved, note()], false],
    [[note({ type: null, resolvedAt: new Date(1) })], false],
    [[], false],
  ])('are resolved with all their notes: %#', (notes, expected) => {
    expect(isResolved(notes, RESOLVABLE)).toBe(expected);
  });

  it('get replies of their type, and stay resolved', () => {
    const place = { discussionId: 'd', position: null };
    expect(placeOfReply([note({ type: null })], RESOLVABLE, AUTHOR)).toEqual({
      ...place,
      ...{ type: 'DiscussionNote', resolvedById: null },
    });
    expect(placeOfReply([resolved], RESOLVABLE, AUTHOR)).toEqual({
      ...place,
      ...{ type: 'DiscussionNote', resolvedById: AUTHOR },
    });
    expect(placeOfReply([note({ type: 'DiffNote' })], RESOLVABLE, AUTHOR).type).toBe('DiffNote');
  });

  it('have a limited number of notes', () => {
    const notes = Array.from({ length: MOST_IN_DISCUSSION }, () => note());
    expect(replyFailures(notes.slice(1))).toEqual({});
    expect(replyFailures(notes)).toEqual({ discussion: ['has too many notes (the maximum is 250)'] });
  });
});
