import { hasSecretInQuery } from './query-secrets.rules.js';

it.each([
  ['/oauth/token', false],
  ['/oauth/token?', false],
  ['/oauth/token?grant_type=password&client_id=x&scope=api', false],
  ['/oauth/token?grant_type=password&code_challenge=x', false],
  ['/oauth/token?client_secret=x', true],
  ['/oauth/token?client%5Fsecret=x', true],
  ['/oauth/token?grant_type=authorization_code&code=', true],
  ['/oauth/token?code_verifier=x', true],
  ['/oauth/token?refresh_token=x', true],
  ['/oauth/token??x&password=x', true],
  ['/oauth/revoke?token=x', true],
])('finds secrets of clients in addresses: %s %s', (target, has) => {
  expect(hasSecretInQuery(target)).toBe(has);
});
