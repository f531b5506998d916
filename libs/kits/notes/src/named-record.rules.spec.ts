import { recordNamedBy } from './named-record.rules.js';

const SHA = '0123456789'.repeat(4);

describe('recordNamedBy', () => {
  it.each([
    [`mentioned in commit ${SHA}`, 'commit', null],
    [`mentioned in commit a/b.c@${SHA}`, 'commit', 'a/b.c'],
    ['closed via commit 01234567', 'commit', null],
    ['closed via merge request !7', 'merge request', null],
    ['mentioned in merge request a/b/c!7', 'merge request', 'a/b/c'],
    ['mentioned in issue #2', 'issue', null],
    ['moved from a/b#2', 'issue', 'a/b'],
    ['moved to a/b#2', 'issue', 'a/b'],
    ['marked this issue as related to #2', 'issue', null],
    ['removed the relation with a/b#2', 'issue', 'a/b'],
  ])('%s', (body, kind, path) => {
    expect(recordNamedBy({ system: true, body })).toEqual({ kind, path });
    expect(recordNamedBy({ system: false, body })).toBeNull();
  });

  it.each(['closed', 'changed title from **closed via !7{- x-}**', 'mentioned in issue #2 and #3', 'assigned to @a'])(
    '%s: none',
    (body) => {
      expect(recordNamedBy({ system: true, body })).toBeNull();
    },
  );
});
