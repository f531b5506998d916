import { systemSubjectOf } from './system-subject.rules.js';

describe('systemSubjectOf', () => {
  const group = { type: 'group', id: 7, name: null };

  it.each([
    ['added', { userId: 3, accessLevel: 30, expiresAt: null }],
    ['updated', { userId: 3, accessLevel: 40, expiresAt: '2018-03-01' }],
    ['removed', { userId: 3, accessLevel: null }],
  ])('of a member who was %s has the user, the level and the end', (act, details) => {
    expect(systemSubjectOf({ kind: `member.${act}`, subject: group, details })).toEqual({
      ...{ name: 'member', act, source: { kind: 'group', id: 7 }, ...details },
    });
  });

  it('of a new user has the id, and of other records there is none', () => {
    const subject = { type: 'user', id: 3, name: 'ada' };
    expect(systemSubjectOf({ kind: 'user.created', subject, details: {} })).toEqual({ name: 'user_create', userId: 3 });
    expect(systemSubjectOf({ kind: 'user.blocked', subject, details: {} })).toBe(undefined);
  });
});
