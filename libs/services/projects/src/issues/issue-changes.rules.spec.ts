import { issueChangesOf } from './issue-changes.rules.js';

const before: Parameters<typeof issueChangesOf>[0] = {
  ...{ title: 'One', description: null, state: 'opened' as const, milestoneId: 4, confidential: false },
  ...{ discussionLocked: null, dueDate: null, assigneeIds: [], labelIds: [1, 2] },
};

describe('issueChangesOf', () => {
  it('has the values before and after of what changed', () => {
    const after = { ...before, title: 'Two', confidential: true, milestoneId: null, labelIds: [3, 2] };
    expect(issueChangesOf(before, after)).toEqual({
      title: { previous: 'One', current: 'Two' },
      confidential: { previous: false, current: true },
      milestoneId: { previous: 4, current: null },
      labelIds: { previous: [1, 2], current: [2, 3] },
    });
  });

  it('is null where only the state or the order has changed', () => {
    expect(issueChangesOf(before, { ...before, state: 'closed', labelIds: [2, 1] })).toBe(null);
  });

  it('leaves out long descriptions, which are changes too', () => {
    expect(issueChangesOf(before, { ...before, description: 'x'.repeat(32_769) })).toEqual({});
  });
});
