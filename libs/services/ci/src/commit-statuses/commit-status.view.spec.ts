import type { CommitStatus } from './commit-statuses.store.js';
import { CommitStatusView, presentCommitStatus } from './commit-status.view.js';

const BASE_URL = 'http://hearth.test:8080';
const createdAt = new Date('2018-01-15T10:07:21.123Z');
const POSTED = 'https://ci.example.com/1';

describe('presentCommitStatus', () => {
  it.each<[CommitStatus['kind'], string | null, string | null]>([
    ['build', null, `${BASE_URL}/g/p/-/jobs/7`],
    ['external', POSTED, POSTED],
    ['external', null, null],
  ])('%s posted with %s: its target_url is %s', (kind, targetUrl, expected) => {
    const status: CommitStatus = {
      ...{ id: 7, kind, sha: 'a'.repeat(40), ref: 'main', status: 'success', name: 'unit', targetUrl },
      ...{ description: null, coverage: null, allowFailure: false, userId: null },
      ...{ createdAt, startedAt: null, finishedAt: null },
    };
    const record = CommitStatusView.parse(presentCommitStatus({ status, projectPath: 'g/p', author: null }, BASE_URL));
    expect(record.target_url).toBe(expected);
  });
});
