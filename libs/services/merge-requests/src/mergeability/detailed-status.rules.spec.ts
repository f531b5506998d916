import { MERGE_METHODS } from '@hearth/contract-kit';
import { detailedMergeStatus, hasConflicts } from './detailed-status.rules.js';

type Checked = Parameters<typeof detailedMergeStatus>[0];
const READY: Checked = {
  ...{ state: 'opened', title: 'Mend the door', mergeStatus: 'can_be_merged' },
  ...{ checkedSourceSha: 'b', checkedTargetSha: 'a', headSha: 'b', baseSha: 'a' },
  ...{ discussionsResolved: true, approvalsLeft: 0 },
};

const PROJECT = {
  onlyAllowMergeIfPipelineSucceeds: true,
  onlyAllowMergeIfAllDiscussionsAreResolved: true,
  mergeMethod: 'merge',
} as const;

describe('detailedMergeStatus', () => {
  const statusOf = (change: Partial<Checked>, pipeline: Parameters<typeof detailedMergeStatus>[2] = null) =>
    detailedMergeStatus({ ...READY, ...change }, PROJECT, pipeline);

  it.each<[Partial<Checked>, string]>([
    [{}, 'mergeable'],
    [{ state: 'merged' }, 'not_open'],
    [{ state: 'locked' }, 'not_open'],
    [{ mergeStatus: 'unchecked', title: 'Draft: x' }, 'unchecked'],
    [{ title: 'Draft: x' }, 'draft_status'],
    [{ mergeStatus: 'cannot_be_merged' }, 'conflict'],
    [{ mergeStatus: 'cannot_be_merged', checkedSourceSha: null }, 'commits_status'],
    [{ mergeStatus: 'cannot_be_merged', baseSha: 'b', discussionsResolved: false }, 'commits_status'],
    [{ discussionsResolved: false, approvalsLeft: 1 }, 'discussions_not_resolved'],
    [{ approvalsLeft: 1 }, 'not_approved'],
  ])('%j: %s', (change, status) => {
    expect(statusOf(change, 'success')).toBe(status);
    expect(hasConflicts({ ...READY, ...change })).toBe(status === 'conflict');
  });

  it('lets discussions be open where the project allows it', () => {
    const project = { ...PROJECT, onlyAllowMergeIfAllDiscussionsAreResolved: false };
    expect(detailedMergeStatus({ ...READY, discussionsResolved: false }, project, 'success')).toBe('mergeable');
  });

  it('follows the pipeline where the project requires one that succeeded', () => {
    expect(statusOf({}, 'running')).toBe('ci_still_running');
    expect(statusOf({}, 'failed')).toBe('ci_must_pass');
    expect(statusOf({}, 'skipped')).toBe('mergeable');
    expect(statusOf({})).toBe('mergeable');
    const any = { ...PROJECT, onlyAllowMergeIfPipelineSucceeds: false };
    expect(detailedMergeStatus(READY, any, 'failed')).toBe('mergeable');
  });

  it('asks for a rebase where the method of the project needs one', () => {
    const behind = { ...READY, checkedTargetSha: 'c' };
    const statuses = MERGE_METHODS.map((mergeMethod) => detailedMergeStatus(behind, { ...PROJECT, mergeMethod }, null));
    expect(statuses).toEqual(['mergeable', 'need_rebase', 'need_rebase']);
    expect(detailedMergeStatus(READY, { ...PROJECT, mergeMethod: 'ff' }, null)).toBe('mergeable');
  });
});
