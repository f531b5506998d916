import { botExpiryFailures, isActive, rotatedUntil, scopesFor, scopesOf, tokenFailures } from './token.rules.js';

const wanted = { name: 'deploy', description: null, scopes: ['api'], expiresAt: null };

describe('tokenFailures', () => {
  it.each([
    [{}, false, {}],
    [{ scopes: ['api', 'read_user', 'read_repository', 'write_repository'] }, false, {}],
    [{ scopes: ['sudo'] }, true, {}],
    [{ scopes: ['sudo'] }, false, { scopes: ['can only contain available scopes'] }],
    [{ scopes: ['api', 'openid'] }, true, { scopes: ['can only contain available scopes'] }],
    [{ scopes: ['API'] }, true, { scopes: ['can only contain available scopes'] }],
    [{ scopes: [] }, true, { scopes: ["can't be blank"] }],
    [{ name: ' ', scopes: [] }, true, { name: ["can't be blank"], scopes: ["can't be blank"] }],
    [{ name: '🌞'.repeat(255) }, false, {}],
    [{ description: 'x'.repeat(256) }, false, { description: ['is too long (maximum is 255 characters)'] }],
    [{ name: 'x'.repeat(256) }, false, { name: ['is too long (maximum is 255 characters)'] }],
  ])('of %j, for an admin: %j', (change, admin, failures) => {
    expect(tokenFailures({ ...wanted, ...change }, scopesFor({ admin }))).toEqual(failures);
  });
});

describe('scopesOf', () => {
  it('has each once', () => {
    expect(scopesOf({ ...wanted, scopes: ['read_user', 'api', 'read_user'] })).toEqual(['api', 'read_user']);
  });
});

describe('rotatedUntil', () => {
  it.each([
    ['2018-01-15', '2018-01-22'],
    ['2018-12-28', '2019-01-04'],
  ])('after %s is %s', (today, day) => {
    expect(rotatedUntil(today)).toBe(day);
  });
});

describe('botExpiryFailures', () => {
  it.each([
    ['2018-01-14', { expires_at: ['must be today or later'] }],
    ['2018-01-15', {}],
    ['2019-01-15', {}],
    ['2019-01-16', { expires_at: ['must be before or on 2019-01-15'] }],
  ])('on %s', (day, failures) => {
    expect(botExpiryFailures(day, '2018-01-15')).toEqual(failures);
  });
});

describe('isActive', () => {
  it.each([
    [false, null, true],
    [false, '2018-01-16', true],
    [false, '2018-01-15', false],
    [false, '2017-12-31', false],
    [true, null, false],
    [true, '2018-01-16', false],
  ])('revoked: %j, ends %j: %j', (revoked, expiresAt, active) => {
    expect(isActive({ revoked, expiresAt }, '2018-01-15')).toBe(active);
  });
});
