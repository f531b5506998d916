import { settingsFailures } from './settings.rules.js';

describe('settingsFailures', () => {
  it.each([
    [{}, {}],
    [{ defaultProjectsLimit: 0 }, {}],
    [{ defaultProjectsLimit: 2_147_483_647 }, {}],
    [{ defaultProjectsLimit: -1 }, { defaultProjectsLimit: ['must be greater than or equal to 0'] }],
    [{ defaultProjectsLimit: 2_147_483_648 }, { defaultProjectsLimit: ['must be less than or equal to 2147483647'] }],
    [{ passwordsForWeb: false }, { passwordsForWeb: ['cannot be disabled without single sign-on'] }],
  ])('of %j: %j', (change, failures) => {
    expect(settingsFailures(change, false)).toEqual(failures);
  });

  it('of an instance with another way to sign in', () => {
    expect(settingsFailures({ passwordsForWeb: false }, true)).toEqual({});
  });
});
