import type { ProjectId, UserId } from '@hearth/contract-kit';
import { countsOn, canRequestAccess, membershipErrors, relationsTo, revocationOf } from './membership.rules.js';

describe('membershipErrors', () => {
  it.each([
    ['project', [10, 20, 30, 40]],
    ['group', [10, 20, 30, 40, 50]],
  ] as const)('takes the levels of a %s', (kind, levels) => {
    const isFine = (level: number) => Object.keys(membershipErrors(kind, { level, userExists: true })).length === 0;
    expect([-10, 0, 5, 10, 15, 20, 25, 30, 40, 45, 50, 60].filter(isFine)).toEqual(levels);
  });

  it('lists everything that is wrong', () => {
    expect(membershipErrors('project', { level: 50, userExists: false })).toEqual({
      user: ["can't be blank"],
      access_level: ['is not included in the list'],
    });
  });
});

describe('countsOn', () => {
  it('ends with the day before the one that is named', () => {
    expect(countsOn('2018-01-15', null)).toBe(true);
    expect(countsOn('2018-01-15', '2018-01-16')).toBe(true);
    expect(countsOn('2018-01-15', '2018-01-15')).toBe(false);
    expect(countsOn('2018-01-15', '2017-12-31')).toBe(false);
  });
});

describe('relationsTo', () => {
  it('are to oneself only', () => {
    expect(relationsTo(2, { userId: 2 as UserId })).toEqual(['self']);
    expect(relationsTo(2, { userId: 3 as UserId })).toEqual([]);
  });
});

describe('canRequestAccess', () => {
  const INSIDER = { external: false };
  const EXTERNAL = { external: true };
  const asks = (visibility: 'private' | 'internal' | 'public', level: number, who: { external: boolean }) =>
    canRequestAccess({ visibility, requestAccessEnabled: true }, level, who);

  it('is for those who are no members, where they may look in', () => {
    expect([asks('private', 0, INSIDER), asks('internal', 0, INSIDER), asks('public', 0, INSIDER)]).toEqual([
      false,
      true,
      true,
    ]);
    expect([asks('internal', 0, EXTERNAL), asks('public', 0, EXTERNAL)]).toEqual([false, true]);
    expect([asks('public', 10, INSIDER), asks('internal', 50, INSIDER)]).toEqual([false, false]);
  });

  it('is not for the bot of an access token', () => {
    const bot = { ...INSIDER, bot: true } as const;
    expect(canRequestAccess({ visibility: 'public', requestAccessEnabled: true }, 0, bot)).toBe(false);
  });

  it('can be switched off', () => {
    expect(canRequestAccess({ visibility: 'public', requestAccessEnabled: false }, 0, INSIDER)).toBe(false);
  });
});

describe('revocationOf', () => {
  it('names where, and who or which group', () => {
    expect(revocationOf({ kind: 'project', id: 7 as ProjectId }, { groupId: 3 })).toEqual({
      ...{ projectId: 7, namespaceId: null },
      ...{ userId: null, groupId: 3 },
    });
    expect(revocationOf({ kind: 'group', id: 8 }, { userId: 4 })).toEqual({
      ...{ projectId: null, namespaceId: 8 },
      ...{ userId: 4, groupId: null },
    });
  });
});
