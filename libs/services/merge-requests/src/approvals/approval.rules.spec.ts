import { DEFAULT_SETTINGS, canApprove, type ApprovalCandidate } from './approval.rules.js';

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
