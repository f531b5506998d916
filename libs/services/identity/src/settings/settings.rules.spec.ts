import { settingsFailures } from './settings.rules.js';

describe('settingsFailures', () => {
  it.each([
    [{}, {}],
    [{ defaultProjectsLimit: 0 }, {}],
    [{ defaultProjectsLimit: 2_147_483_647 }, {}],
    [{ defaultProjectsLimit: -1 }, { defaultProjectsLimit: ['must be greater than or equal to 0'] }],
    [{ defaultProjectsLimit: 2_147_483_648 }, { defaultProjectsLimit: ['must be less than or equal to 2147483647'] }],
  ])('of %j: %j', (change, failures) => {
    expect(settingsFailures(change)).toEqual(failures);
  });
});
