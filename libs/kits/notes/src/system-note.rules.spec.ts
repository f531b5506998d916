import type { UserId } from '@hearth/contract-kit';
import { assigneesNote, descriptionNotes, labelsNote, milestoneNote, titleNote } from './system-note.rules.js';

const people = ['a', 'b', 'c'].map((username, index) => ({ id: (index + 1) as UserId, username }));
const [a, b, c] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];

describe('system notes', () => {
  it.each([
    ['abc', 'adc', 'changed title from **a{-b-}c** to **a{+d+}c**'],
    ['abc', 'abcd', 'changed title from **abc** to **abc{+d+}**'],
    ['one', 'two', 'changed title from **{-one-}** to **{+two+}**'],
    ['aa', 'aaa', 'changed title from **aa** to **aa{+a+}**'],
  ])('of the title: %s to %s', (before, after, note) => {
    expect(titleNote(before, after)).toBe(note);
  });

  it.each([
    ['one', 'two', ['changed the description']],
    ['- [ ] do it', '- [x] do it', ['marked the task **do it** as completed']],
    [
      '* [x] a\n1. [X] b',
      '* [ ] a\n1. [ ] b',
      ['marked the task **a** as incomplete', 'marked the task **b** as incomplete'],
    ],
    ['- [ ] do it', '- [x] do that', ['changed the description']],
  ])('of the description: %j to %j', (before, after, notes) => {
    expect(descriptionNotes(before, after)).toEqual(notes);
  });

  it.each([
    [[], [1], ['added ~1 label']],
    [[], [1, 2], ['added ~1 ~2 labels']],
    [[1], [], ['removed ~1 label']],
    [[2], [1], ['added ~1 and removed ~2 labels']],
    [[1], [1], []],
  ])('of labels: %j to %j', (before, after, notes) => {
    expect(labelsNote(before, after)).toEqual(notes);
  });

  it.each([
    [[], [a], ['assigned to @a']],
    [[], [a, b], ['assigned to @a and @b']],
    [[], [a, b, c], ['assigned to @a, @b, and @c']],
    [[b], [a], ['assigned to @a and unassigned @b']],
    [[a, b], [a], ['unassigned @b']],
    [[a], [], ['removed assignee']],
    [[a], [a], []],
  ])('of assignees %#', (before, after, notes) => {
    expect(assigneesNote(before, after)).toEqual(notes);
  });

  it('of milestones', () => {
    expect(milestoneNote(null)).toBe('removed milestone');
    expect(milestoneNote({ iid: 3, title: 'v1', groupId: null })).toBe('changed milestone to %3');
    expect(milestoneNote({ iid: 3, title: 'v1', groupId: 5 })).toBe('changed milestone to %"v1"');
  });
});
