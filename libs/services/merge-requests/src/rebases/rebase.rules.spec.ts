import { rebaseError } from './rebase.rules.js';

describe('rebaseError', () => {
  it('is a sentence for every outcome but success', () => {
    expect(rebaseError('rebased')).toBeNull();
    for (const outcome of ['conflict', 'moved', 'forbidden', 'protected', 'too-many-commits', 'gone'] as const)
      expect(rebaseError(outcome)).toMatch(/^Rebase failed: .+\.$/);
  });
});
