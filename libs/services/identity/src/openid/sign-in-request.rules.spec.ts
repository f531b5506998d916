import { afterSignIn, hasToSignIn, signInRequest } from './sign-in-request.rules.js';

const NOW = new Date('2018-06-01T00:00:00.000Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const ORDINARY = { isSilent: false, signsInAgain: false, asksConsent: false, maxAgeSeconds: undefined };

describe('signInRequest', () => {
  it.each<[string | undefined, string | undefined, object | undefined]>([
    [undefined, undefined, ORDINARY],
    ['', undefined, ORDINARY],
    ['create', undefined, ORDINARY],
    ['none', undefined, { ...ORDINARY, isSilent: true }],
    ['none', '60', { ...ORDINARY, isSilent: true, maxAgeSeconds: 60 }],
    ['none consent', undefined, undefined],
    [' login  consent ', undefined, { ...ORDINARY, signsInAgain: true, asksConsent: true }],
    ['select_account', undefined, { ...ORDINARY, signsInAgain: true }],
    [undefined, '0', { ...ORDINARY, signsInAgain: true, maxAgeSeconds: 0 }],
    [undefined, '-1', undefined],
    [undefined, '1.5', undefined],
    [undefined, '', undefined],
  ])('of prompt %j and max_age %j is %j', (prompt, maxAge, expected) => {
    expect(signInRequest({ prompt, maxAge })).toEqual(expected);
  });
});

describe('hasToSignIn', () => {
  it.each<[object, number, boolean]>([
    [{}, 1e9, false],
    [{ maxAge: '60' }, 60, false],
    [{ maxAge: '60' }, 60.001, true],
    [{ maxAge: '0' }, 0, true],
    [{ prompt: 'login' }, 0, true],
    [{ prompt: 'consent' }, 1e9, false],
  ])('for %j, %d seconds after the last one: %s', (asked, seconds, expected) => {
    expect(hasToSignIn(signInRequest(asked)!, ago(seconds), NOW)).toBe(expected);
  });
});

describe('afterSignIn', () => {
  it.each<[object, object]>([
    [{}, {}],
    [
      { prompt: 'none', maxAge: 'soon' },
      { prompt: 'none', maxAge: 'soon' },
    ],
    [{ prompt: 'login', maxAge: '0' }, {}],
    [
      { prompt: 'login consent', maxAge: '60' },
      { prompt: 'consent', maxAge: '60' },
    ],
  ])('of %j is %j', (asked, expected) => {
    expect(afterSignIn(asked)).toEqual(expected);
  });
});
