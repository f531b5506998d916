import { AccessLevel } from '@hearth/contract-kit';
import { canPush, protectionOf, rulesFor } from './protection.rules.js';

const rule = (name: string, pushLevel = 40, mergeLevel = 40) => ({
  name,
  pushLevel,
  mergeLevel,
  allowForcePush: false,
});

describe('rulesFor', () => {
  it.each([
    ['main', 'main', true],
    ['main', 'maintenance', false],
    ['main', 'Main', false],
    ['*', 'anything/at/all', true],
    ['release/*', 'release/1.0', true],
    ['release/*', 'release/1/0', true],
    ['release/*', 'release', false],
    ['*-stable', '10-4-stable', true],
    ['*-stable', '10-4-stable-ee', false],
    ['a*b*c', 'a-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['a*bc*bc', 'abc', false],
    ['a.c*', 'abc', false],
  ])('%s covers %s: %s', (name, branch, covered) => {
    expect(rulesFor(branch, [rule(name)])).toHaveLength(covered ? 1 : 0);
  });

  it('takes no longer for a pattern that is all stars', () => {
    expect(rulesFor('a'.repeat(200), [rule(`${'*a'.repeat(100)}b`)])).toEqual([]);
  });
});

describe('protectionOf', () => {
  it('says nothing of a branch that no rule covers', () => {
    expect(protectionOf('topic', [rule('main')])).toEqual({
      protected: false,
      developersCanPush: false,
      developersCanMerge: false,
    });
  });

  it('lets developers in where one of the rules does', () => {
    expect(protectionOf('release/1', [rule('release/1', 40, 30), rule('release/*', 30, 40)])).toEqual({
      protected: true,
      developersCanPush: true,
      developersCanMerge: true,
    });
  });

  it('does not take "nobody" for "developers"', () => {
    expect(protectionOf('main', [rule('main', 0, 0)])).toMatchObject({
      protected: true,
      developersCanPush: false,
      developersCanMerge: false,
    });
  });
});

describe('canPush', () => {
  it.each([
    [AccessLevel.developer, [40], false],
    [AccessLevel.master, [40], true],
    [AccessLevel.developer, [30], true],
    [AccessLevel.reporter, [30], false],
    [AccessLevel.owner, [0], false],
    [AccessLevel.developer, [0, 30], true],
  ])('level %s under rules for %s: %s', (level, levels, allowed) => {
    expect(
      canPush(
        level,
        levels.map((pushLevel) => rule('main', pushLevel)),
      ),
    ).toBe(allowed);
  });
});
