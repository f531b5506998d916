import { changedNames, changesOf } from './changes.rules.js';
import type { MergeRequestRecord } from './merge-requests.store.js';

const before = {
  ...{ title: 'One', description: null, targetBranch: 'main', state: 'opened', milestoneId: null, squash: false },
  ...{ discussionLocked: null, forceRemoveSourceBranch: null, assigneeIds: [1, 2], reviewerIds: [], labelIds: [7] },
  ...{ timeEstimate: 0, timeSpent: 0 },
} as unknown as MergeRequestRecord;

describe('changesOf', () => {
  it('has the values before and after of what changed', () => {
    const after = { ...before, title: 'Two', description: 'text', milestoneId: 4, discussionLocked: true };
    const given = { assigneeIds: [3, 2] as never, reviewerIds: [1] as never, labels: [] };
    expect(changesOf(before, after, given)).toEqual({
      title: { previous: 'One', current: 'Two' },
      description: { previous: null, current: 'text' },
      milestoneId: { previous: null, current: 4 },
      discussionLocked: { previous: null, current: true },
      assigneeIds: { previous: [1, 2], current: [2, 3] },
      reviewerIds: { previous: [], current: [1] },
      labelIds: { previous: [7], current: [] },
    });
  });

  it('leaves out the rest, and long descriptions', () => {
    const after = { ...before, description: 'x'.repeat(32_769) };
    const given = { assigneeIds: [2, 1] as never, labels: [{ id: 7 }] };
    expect(Object.values(changesOf(before, after, given)).filter((value) => value !== undefined)).toEqual([]);
  });
});

describe('changedNames', () => {
  const names = (after: typeof before, assigneeIds?: readonly number[]) =>
    changedNames(before, after, changesOf(before, after, { ...(assigneeIds && { assigneeIds }) }), assigneeIds);

  it('has the time statistics once', () => {
    expect(names({ ...before, state: 'closed', timeEstimate: 60, timeSpent: 60 })).toEqual(['state', 'time_stats']);
  });

  it('has the assignee where another one is the first', () => {
    expect(names(before, [2, 1])).toEqual(['assignee']);
    expect(names(before, [1])).toEqual(['assignees']);
    expect(names(before)).toEqual([]);
  });
});
