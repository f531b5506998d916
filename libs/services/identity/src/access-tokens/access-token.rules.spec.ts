import { accessTokenFailures, botUsername } from './access-token.rules.js';

const TODAY = '2018-01-15';
const wanted = { name: 'deploy', description: null, scopes: ['api'], expiresAt: '2018-02-01', level: 40 };

describe('accessTokenFailures', () => {
  it.each([
    [{}, {}],
    [{ scopes: ['api', 'read_api', 'read_repository', 'write_repository'] }, {}],
    [{ scopes: ['read_user'] }, { scopes: ['can only contain available scopes'] }],
    [{ scopes: ['sudo'] }, { scopes: ['can only contain available scopes'] }],
    [
      { name: ' ', scopes: [], expiresAt: '2018-01-14' },
      { name: ["can't be blank"], scopes: ["can't be blank"], expires_at: ['must be today or later'] },
    ],
  ])('of %j', (change, failures) => {
    expect(accessTokenFailures({ ...wanted, ...change }, TODAY)).toEqual(failures);
  });
});

it('names bots after their project or group', () => {
  expect(botUsername({ kind: 'project', id: 7 }, 'ab12')).toBe('project_7_bot_ab12');
});
