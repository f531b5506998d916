import type { UserId } from '@hearth/contract-kit';
import { changeNotes } from './change-note.rules.js';

const BEFORE = {
  targetBranch: 'main',
  title: 'One',
  description: null,
  state: 'opened' as const,
  milestoneId: null,
  discussionLocked: null,
  forceRemoveSourceBranch: null,
  squash: false,
  allowCollaboration: false,
  labelIds: [1],
  assigneeIds: [],
  reviewerIds: [],
};
type State = Parameters<typeof changeNotes>[0];
const [ADA, BOB] = [4 as UserId, 5 as UserId];
const USERNAMES = new Map([
  [ADA, 'ada'],
  [BOB, 'bob'],
]);

describe('changeNotes', () => {
  it.each<[string, Partial<State>, string[]]>([
    ['nothing', {}, []],
    ['the title', { title: 'Ones' }, ['changed title from **One** to **One{+s+}**']],
    ['work that begins', { title: 'WIP: One' }, ['marked as a **Work In Progress**']],
    ['the description', { description: 'text' }, ['changed the description']],
    ['labels', { labelIds: [2, 3] }, ['added ~2 ~3 and removed ~1 labels']],
    ['an assignee', { assigneeIds: [ADA] }, ['assigned to @ada']],
    ['assignees', { assigneeIds: [ADA, BOB] }, ['assigned to @ada and @bob']],
    ['reviewers', { reviewerIds: [ADA, BOB] }, ['requested review from @ada, @bob']],
    ['an assignee whose name is not known', { assigneeIds: [6 as UserId] }, []],
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
    const names = { usernames: USERNAMES, milestone: { iid: 2, title: 'v2', groupId: null } };
    expect(changeNotes(BEFORE, { ...BEFORE, ...change }, names)).toEqual(notes);
  });

  it('tells of what is taken back', () => {
    const after = { ...BEFORE, title: 'WIP One', assigneeIds: [ADA], milestoneId: 7, discussionLocked: true };
    const notes = changeNotes({ ...after, state: 'closed' }, BEFORE, { usernames: USERNAMES, milestone: null });
    expect(notes).toEqual([
      'unmarked as a **Work In Progress**',
      'removed assignee',
      'removed milestone',
      'unlocked this merge request',
      'reopened',
    ]);
  });

  it('tells of one assignee after another, and of changes among several', () => {
    const names = { usernames: USERNAMES, milestone: null };
    const changed = (before: Partial<State>, after: Partial<State>) =>
      changeNotes({ ...BEFORE, ...before }, { ...BEFORE, ...after }, names);
    expect(changed({ assigneeIds: [ADA] }, { assigneeIds: [BOB] })).toEqual(['assigned to @bob']);
    expect(changed({ assigneeIds: [ADA, BOB] }, { assigneeIds: [BOB] })).toEqual(['unassigned @ada']);
    const reviews = changed({ reviewerIds: [ADA] }, { reviewerIds: [BOB] });
    expect(reviews).toEqual(['requested review from @bob and removed review request for @ada']);
  });
});
