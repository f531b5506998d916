import { unknownVariables } from './unknown-variables.js';

const KNOWN = ['DATABASE_URL', 'HEARTH_LOG_LEVEL', 'HEARTH_URL'];

describe('unknownVariables', () => {
  it('names the nearest setting, and no value', () => {
    expect(unknownVariables({ HEARTH_LOGLEVEL: 'secret', HEARTH_BASE_URL: 'secret' }, KNOWN)).toEqual([
      'HEARTH_LOGLEVEL is no setting of Hearth; HEARTH_LOG_LEVEL is the nearest.',
      'HEARTH_BASE_URL is no setting of Hearth; HEARTH_URL is the nearest.',
    ]);
  });

  it('leaves known variables, and those of others', () => {
    expect(unknownVariables({ HEARTH_URL: 'a', DATABASE_URLS: 'a', PATH: 'a', HEARTH_TEST_X: 'a' }, KNOWN)).toEqual([]);
  });

  it('knows every setting of Hearth unless it is told others', () => {
    expect(unknownVariables({ HEARTH_LOG_LEVEL: 'a', HEARTH_STORAGES: 'a', HEARTH_STORAGE: 'a' })).toEqual([
      'HEARTH_STORAGE is no setting of Hearth; HEARTH_STORAGES is the nearest.',
    ]);
  });
});
