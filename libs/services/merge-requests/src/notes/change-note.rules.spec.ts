import type { UserId } from '@hearth/contract-kit';
import { changeNotes } from './change-note.rules.js';

const BEFORE = {
  targetBranch: 'main',
  title: 'One',
  description: null,
  state: 'opened' as const,
  assigneeId: null,
  milestoneId: null,
  discussionLocked: null,
  forceRemoveSourceBranch: null,
  labelIds: [1],
};
type State = Parameters<typeof changeNotes>[0];

describe('changeNotes', () => {
  it.each<[string, Partial<State>, string[]]>([
    ['nothing', {}, []],
    ['the title', { title: 'Ones' }, ['changed title from **One** to **One{+s+}**']],
    ['work that begins', { title: 'WIP: One' }, ['marked as a **Work In Progress**']],
    ['the description', { description: 'text' }, ['changed the description']],
    ['labels', { labelIds: [2, 3] }, ['added ~2 ~3 and removed ~1 labels']],
    ['an assignee', { assigneeId: 4 as UserId }, ['assigned to @ada']],
    ['a milestone', { milestoneId: 7 }, ['changed milestone to %2']],
    ['the target', { targetBranch: 'next' }, ['changed target branch from `main` to `next`']],
    ['the lock', { discussionLocked: true }, ['locked this merge request']],
    ['an end', { state: 'closed' }, ['closed']],
    ['a change without a note', { forceRemoveSourceBranch: true }, []],
    [
      'several, in their order',
      { title: '[WIP] Two', state: 'closed', targetBranch: 'next' },
      [
        'marked as a **Work In Progress**',
        'changed title from **{-One-}** to **{+[WIP] Two+}**',
        'changed target branch from `main` to `next`',
        'closed',
      ],
    ],
  ])('tells of %s', (_, change, notes) => {
    const names = { assignee: 'ada', milestone: { iid: 2, title: 'v2', groupId: null } };
    expect(changeNotes(BEFORE, { ...BEFORE, ...change }, names)).toEqual(notes);
  });

  it('tells of what is taken back', () => {
    const after = { ...BEFORE, title: 'WIP One', assigneeId: 4 as UserId, milestoneId: 7, discussionLocked: true };
    const notes = changeNotes({ ...after, state: 'closed' }, BEFORE, { assignee: null, milestone: null });
    expect(notes).toEqual([
      'unmarked as a **Work In Progress**',
      'removed assignee',
      'removed milestone',
      'unlocked this merge request',
      'reopened',
    ]);
  });
});
