import type { ProjectId } from '@hearth/contract-kit';
import { issueNotices, mergeRequestNotices } from './notice.rules.js';

const PROJECT = 1 as ProjectId;

describe('notices', () => {
  it('of an issue name each user whom its change concerns, the state first', () => {
    const issue = { projectId: PROJECT, issueId: 2, userId: 3, confidential: false };
    expect(issueNotices({ ...issue, action: 'open', changes: {} })).toEqual([{ cause: 'new_issue' }]);
    const changes = {
      assigneeIds: { previous: [4, 5], current: [5, 6] },
      description: { previous: 'for @ada', current: 'for @ada and @Bob' },
    };
    expect(issueNotices({ ...issue, action: 'close', changes })).toEqual([
      { cause: 'close_issue' },
      { cause: 'reassign_issue', added: [6], removed: [4] },
      { cause: 'mentioned', named: ['bob'] },
    ]);
    const labelIds = { previous: [], current: [1] };
    expect(issueNotices({ ...issue, action: 'update', changes: { labelIds } })).toEqual([]);
  });

  it('of a merge request are about its state, its reviewers and its commits', () => {
    const change = {
      ...{
        projectId: PROJECT,
        mergeRequestId: 2,
        iid: 1,
        sourceProjectId: PROJECT,
        sourceBranch: 'a',
        targetBranch: 'b',
      },
      ...{ headSha: null, userId: 3 },
    };
    const causes = (state: 'opened' | 'closed' | 'deleted', changed: string[], changes = {}) =>
      mergeRequestNotices({ ...change, state, changed, changes }).map(({ cause }) => cause);
    expect(causes('closed', ['state'])).toEqual(['close_merge_request']);
    expect(causes('opened', ['state'])).toEqual(['reopen_merge_request']);
    const reviewerIds = { previous: [], current: [4] };
    expect(causes('opened', ['version', 'reviewers'], { reviewerIds })).toEqual([
      'change_reviewer_merge_request',
      'push_to_merge_request',
    ]);
    expect(causes('deleted', ['deleted'])).toEqual([]);
  });
});
