import type { UserId } from '@hearth/contract-kit';
import {
  DEFAULT_SETTINGS,
  canApprove,
  canResetApprovals,
  counts,
  isSatisfied,
  type ApprovalCandidate,
  type RuleDraft,
} from './approval.rules.js';

const DEVELOPER: ApprovalCandidate = { state: 'opened', isAuthor: false, hasApproved: false, isAllowed: true };

describe('canApprove', () => {
  it.each<[Partial<ApprovalCandidate>, boolean]>([
    [{}, true],
    [{ state: 'merged' }, false],
    [{ state: 'closed' }, false],
    [{ state: 'locked' }, false],
    [{ hasApproved: true }, false],
    [{ isAllowed: false }, false],
    [{ isAuthor: true }, false],
  ])('%j: %s', (change, expected) => {
    expect(canApprove({ ...DEVELOPER, ...change }, DEFAULT_SETTINGS)).toBe(expected);
  });

  it('lets authors approve where the project does', () => {
    const settings = { ...DEFAULT_SETTINGS, authorApproval: true };
    expect(canApprove({ ...DEVELOPER, isAuthor: true }, settings)).toBe(true);
  });
});

describe('canResetApprovals', () => {
  const BOT = { state: 'opened', isBot: true, isAllowed: true } as const;

  it('is for bots who may approve, while the merge request is open', () => {
    expect(canResetApprovals(BOT)).toBe(true);
    expect(canResetApprovals({ ...BOT, isBot: false })).toBe(false);
    expect(canResetApprovals({ ...BOT, isAllowed: false })).toBe(false);
    expect(canResetApprovals({ ...BOT, state: 'merged' })).toBe(false);
  });
});

describe('an approval', () => {
  const by = (userId: number, ...groupIds: number[]) => ({
    ...{ userId: userId as UserId, groupIds },
    createdAt: new Date('2018-01-01T00:00:00Z'),
  });
  const REGULAR: RuleDraft = {
    ...{ ruleType: 'regular', name: 'security', approvalsRequired: 2 },
    ...{ userIds: [1 as UserId], groupIds: [7] },
  };

  it('counts for a rule by its user, and by the groups of the user', () => {
    expect([by(1), by(2), by(2, 7), by(2, 8)].map((approval) => counts(approval, REGULAR))).toEqual([
      ...[true, false, true, false],
    ]);
    expect(counts(by(2), { ...REGULAR, ruleType: 'any_approver', userIds: [], groupIds: [] })).toBe(true);
  });

  it('satisfies a rule together with others that count', () => {
    expect(isSatisfied(REGULAR, [by(1), by(2)])).toBe(false);
    expect(isSatisfied(REGULAR, [by(1), by(2), by(3, 7)])).toBe(true);
    expect(isSatisfied({ ...REGULAR, approvalsRequired: 0 }, [])).toBe(true);
  });
});
