import type { UserId } from '@hearth/contract-kit';
import { addedIds, namedBy } from './todo.rules.js';

const users = ['Ada', 'bob', 'carol'].map((username, index) => ({ id: (index + 1) as UserId, username }));

describe('to-do items', () => {
  it('are for users who are addressed, or else mentioned', () => {
    const text = '@ada @bob what do you think?\nSo do @carol and @ada.';
    expect(namedBy(text, users)).toEqual({ directly_addressed: [1, 2], mentioned: [3] });
    expect(namedBy('Hello @carol', users.slice(2))).toEqual({ directly_addressed: [], mentioned: [3] });
  });

  it('are for users who are new in a list', () => {
    expect(addedIds({ previous: [1, 2], current: [2, 3] })).toEqual([3]);
  });
});
