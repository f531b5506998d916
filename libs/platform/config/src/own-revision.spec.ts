import { ownRevision } from './own-revision.js';

describe('the revision of a process', () => {
  it('is the first characters of the commit, where that is given', () => {
    expect(ownRevision({ HEARTH_REVISION: '1046e7971a64352de304da9edf2b38a1735ca0e5' })).toBe('1046e7971a6');
    expect(ownRevision({ HEARTH_REVISION: '' })).toBeUndefined();
    expect(() => ownRevision({ HEARTH_REVISION: 'main' })).toThrow('HEARTH_REVISION has an unusable value');
  });
});
