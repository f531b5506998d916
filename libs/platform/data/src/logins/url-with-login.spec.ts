import pg from 'pg';
import { urlWithLogin } from './url-with-login.js';

const PASSWORD = 'p@ss:w/ö%41 r?d';

describe('urlWithLogin', () => {
  it.each([
    ['postgres://postgres:secret@db:5433/hearth?sslmode=disable', 'db', 5433],
    ['postgres://db:5433/hearth?user=postgres&password=secret', 'db', 5433],
    ['postgresql:///hearth?host=/run/postgresql&port=5433', '/run/postgresql', 5433],
  ])('replaces the login in %s', (url, host, port) => {
    const changed = urlWithLogin(url, { user: 'hearth_ci', password: PASSWORD });
    const { user, password, host: connectsTo, port: at, database } = new pg.Client({ connectionString: changed });
    expect([user, password, connectsTo, at, database]).toEqual(['hearth_ci', PASSWORD, host, port, 'hearth']);
    expect(changed).not.toContain('secret');
  });

  it('keeps the user where only a password is given', () => {
    const changed = urlWithLogin('postgres://hearth_ci@db/hearth', { password: 'a b' });
    expect(changed).toBe('postgres://hearth_ci:a%20b@db/hearth');
  });
});
