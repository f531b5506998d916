import { SECRET_SETTINGS, settingNames, shownValue } from './shown.mjs';

/** Settings that are called like secrets and hold none: names of files, numbers, flags. */
const HARMLESS = [...['HEARTH_LIMIT_TOKEN', 'HEARTH_PASSWORD_SIGN_IN', 'HEARTH_SIGNING_KEY', 'HEARTH_VERIFY_KEYS']];

describe('the settings that may be shown', () => {
  it.each([
    ['HEARTH_GRACE', '30s', '30s'],
    ['HEARTH_KEYS', 'a:b', '[cut]'],
    [
      'DATABASE_URL',
      'postgres://hearth:secret@db:5432/hearth?options=secret',
      'postgres://hearth:[cut]@db:5432/hearth?[cut]',
    ],
    ['SMTP_URL', 'smtps://secret@mail.example.com', 'smtps://[cut]@mail.example.com'],
    ['HEARTH_LIMITS_STORE', 'redis://:secret@cache:6379', 'redis://:[cut]@cache:6379'],
    ['HEARTH_PASWORD', 'secret', '[cut]'],
  ])('%s=%s is %s', (name, value, shown) => {
    expect(shownValue(name, value)).toBe(shown);
  });

  it('have a list of secrets that leaves none out', () => {
    const suspicious = settingNames().filter(
      (name) => /PASSWORD|SECRET|TOKEN|KEY|HEADER|PASSPHRASE|CREDENTIAL/.test(name) && !/_(FILE|FOLDER)$/.test(name),
    );
    expect(suspicious.filter((name) => !SECRET_SETTINGS.includes(name))).toEqual(HARMLESS);
  });
});
