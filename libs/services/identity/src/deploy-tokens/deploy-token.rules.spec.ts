import { deployTokenFailures, deployTokenUsername } from './deploy-token.rules.js';

const wanted = { name: 'ci', username: null, scopes: ['read_repository'], expiresAt: null };

describe('deployTokenFailures', () => {
  it.each([
    [{}, {}],
    [{ username: 'ci+reads_1.2-x' }, {}],
    [{ username: 'c i' }, { username: ["can contain only letters, digits, '_', '-', '+', and '.'"] }],
    [{ username: 'x'.repeat(256) }, { username: ['is too long (maximum is 255 characters)'] }],
    [
      { name: ' ', scopes: [] },
      { name: ["can't be blank"], scopes: ["can't be blank"] },
    ],
    [{ scopes: ['read_registry', 'write_package_registry'] }, {}],
    [{ scopes: ['read_repository', 'api'] }, { scopes: ['can only contain available scopes'] }],
  ])('of %j', (change, failures) => {
    expect(deployTokenFailures({ ...wanted, ...change })).toEqual(failures);
  });
});

describe('deployTokenUsername', () => {
  it('is made of the id, unless one was given', () => {
    expect(deployTokenUsername({ id: 7, username: null })).toBe('gitlab+deploy-token-7');
    expect(deployTokenUsername({ id: 7, username: 'ci' })).toBe('ci');
  });
});
