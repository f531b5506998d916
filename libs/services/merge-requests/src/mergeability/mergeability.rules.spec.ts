import type { AccessLevel, MergeMethod } from '@hearth/contract-kit';
import { PIPELINE_STATUSES } from '@hearth/ci-contracts';
import { decide, mayMergeInto, type Candidate } from './mergeability.rules.js';

const READY: Candidate = {
  ...{ state: 'opened', title: 'Mend the door', sourceTip: 'a', targetTip: 'b', hasCommits: true, isBehind: false },
  ...{ discussionsResolved: true, approvalsLeft: 0, pipeline: null },
};

describe('decide', () => {
  let mergeMethod: MergeMethod = 'merge';
  let onlyAllowMergeIfAllDiscussionsAreResolved = false;
  afterEach(() => {
    mergeMethod = 'merge';
    onlyAllowMergeIfAllDiscussionsAreResolved = false;
  });
  const outcome = (change: Partial<Candidate>, required = false, wantsAutoMerge = false) =>
    decide(
      { ...READY, ...change },
      { onlyAllowMergeIfPipelineSucceeds: required, onlyAllowMergeIfAllDiscussionsAreResolved, mergeMethod },
      wantsAutoMerge,
    );

  it.each([
    [{}, 'merge'],
    [{ state: 'merged' }, 'ended'],
    [{ state: 'closed', title: 'WIP: x', sourceTip: null }, 'ended'],
    [{ state: 'locked' }, 'not-mergeable'],
    [{ title: 'WIP: x' }, 'not-mergeable'],
    [{ sourceTip: null }, 'not-mergeable'],
    [{ targetTip: null }, 'not-mergeable'],
    [{ hasCommits: false }, 'not-mergeable'],
    [{ approvalsLeft: 1 }, 'not-mergeable'],
  ] as const)('%j: %s, with an automatic merge or not', (change, expected) => {
    for (const wantsAutoMerge of [false, true]) expect(outcome(change, true, wantsAutoMerge)).toBe(expected);
  });

  it('waits for a pipeline that is under way, if asked to, and merges without one', () => {
    for (const required of [false, true]) {
      const waiting = PIPELINE_STATUSES.filter((pipeline) => outcome({ pipeline }, required, true) === 'wait');
      expect(waiting).toEqual(['created', 'pending', 'running', 'waiting_for_resource', 'canceling']);
      expect(outcome({ pipeline: null }, required, true)).toBe('merge');
    }
  });

  it('needs a source that contains the target, unless it makes a merge commit', () => {
    expect(outcome({ isBehind: true })).toBe('merge');
    for (mergeMethod of ['rebase_merge', 'ff'] as const) {
      expect(outcome({ isBehind: true, pipeline: 'running' }, false, true)).toBe('not-mergeable');
      expect(outcome({})).toBe('merge');
    }
  });

  it('needs all discussions resolved where the project requires it', () => {
    expect(outcome({ discussionsResolved: false })).toBe('merge');
    onlyAllowMergeIfAllDiscussionsAreResolved = true;
    expect(outcome({})).toBe('merge');
    expect(outcome({ discussionsResolved: false, pipeline: 'running' }, false, true)).toBe('not-mergeable');
  });

  it('merges whatever the pipeline says, unless the project requires a green one', () => {
    for (const pipeline of PIPELINE_STATUSES) expect(outcome({ pipeline })).toBe('merge');
    const green = PIPELINE_STATUSES.filter((pipeline) => outcome({ pipeline }, true) === 'merge');
    expect(green).toEqual(['success', 'skipped']);
    expect(outcome({ pipeline: 'failed' }, true, true)).toBe('not-mergeable');
  });
});

describe('mayMergeInto', () => {
  it.each([
    [false, null, null, 30, true],
    [true, 40, 40, 30, false],
    [true, 40, 30, 30, true],
    [true, 30, 40, 30, true],
    [true, 0, 0, 50, false],
    [true, 0, 40, 40, true],
    [true, null, null, 50, false],
  ] as const)(
    'protected %s, push %s, merge %s, level %s: %s',
    (isProtected, pushLevel, mergeLevel, level, expected) => {
      const protection = { protected: isProtected, pushLevel, mergeLevel };
      expect(mayMergeInto(protection, level as AccessLevel)).toBe(expected);
    },
  );
});
