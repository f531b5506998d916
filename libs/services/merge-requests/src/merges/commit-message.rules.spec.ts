import { mergeCommitMessage } from './commit-message.rules.js';

const merged = {
  ...{ sourceBranch: 'fix/door', targetBranch: 'master', title: 'Mend the door' },
  ...{ fullPath: 'group/sub/house', iid: 12 },
};

describe('mergeCommitMessage', () => {
  it.each([
    [[], ''],
    [['#1'], 'Closes #1\n\n'],
    [['#1', '#2'], 'Closes #1 and #2\n\n'],
    [['#1', 'a/b#2', '#3'], 'Closes #1, a/b#2 and #3\n\n'],
  ])('names branches, title, the issues %j and the merge request', (closes, line) => {
    expect(mergeCommitMessage({ ...merged, closes })).toBe(
      `Merge branch 'fix/door' into 'master'\n\nMend the door\n\n${line}See merge request group/sub/house!12`,
    );
  });
});
