import { readCompose } from './compose.mjs';
import { deployedEnvironment } from './deployed.mjs';

const { ci, logins } = readCompose().services;
const places = (environment) => Object.fromEntries(Object.keys(environment).map((name) => [name, `here: ${name}`]));

describe('deployedEnvironment', () => {
  it('has the variables of docker-compose.yml and no others, with the places of this machine', () => {
    const environment = deployedEnvironment('ci', { ...places(ci.environment), HEARTH_DATA: '/data' });
    expect(Object.keys(environment)).toEqual(Object.keys(ci.environment));
    expect(environment).toMatchObject({
      HEARTH_GRACE: ci.environment.HEARTH_GRACE,
      KAFKA_SASL_USERNAME: 'hearth',
      KAFKA_BROKERS: 'here: KAFKA_BROKERS',
      HEARTH_SIGNING_KEY: 'here: HEARTH_SIGNING_KEY',
    });
  });

  it('leaves the file of a password out only where the URL has it', () => {
    const { DATABASE_PASSWORD_FILE: _file, ...own } = places(logins.environment);
    const withUrl = (url) => () => deployedEnvironment('logins', { ...own, DATABASE_URL: url });
    expect(withUrl('postgres://hearth:secret@127.0.0.1/hearth')()).not.toHaveProperty('DATABASE_PASSWORD_FILE');
    expect(withUrl('postgres://hearth@127.0.0.1/hearth')).toThrow(
      'logins has DATABASE_PASSWORD_FILE in docker-compose.yml only',
    );
  });
});
