import { challengeFailure, isVerified } from './pkce.rules.js';

// RFC 7636, appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

it.each([
  [CHALLENGE, 'S256', false, undefined],
  [CHALLENGE, 'S256', true, undefined],
  [undefined, undefined, true, undefined],
  [undefined, undefined, false, 'Public clients must send a code_challenge (PKCE).'],
  [VERIFIER, 'plain', false, 'The code_challenge_method must be S256.'],
  [VERIFIER, undefined, true, 'The code_challenge_method must be S256.'],
  [undefined, 'S256', true, 'The code_challenge is not valid.'],
  ['short', 'S256', true, 'The code_challenge is not valid.'],
])('a challenge %s by %s, confidential %s: %s', (challenge, method, confidential, failure) => {
  expect(challengeFailure({ challenge, method }, { confidential })).toBe(failure);
});

it.each([
  [CHALLENGE, VERIFIER, true],
  [CHALLENGE, VERIFIER.replace('d', 'e'), false],
  [CHALLENGE, CHALLENGE, false],
  [CHALLENGE, undefined, false],
  [CHALLENGE, '', false],
  [null, undefined, true],
  [null, VERIFIER, false],
])('of %s, %s is the verifier: %s', (challenge, verifier, verified) => {
  expect(isVerified(challenge, verifier)).toBe(verified);
});
