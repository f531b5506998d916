import { rmSync } from 'node:fs';
import { createDataFolder, dataFolder } from '../data-folder.mjs';
import { ensureDatabasePasswords } from '../secrets.mjs';
import { temporaryFolder } from '../suites/temporary-folder.mjs';
import { programLogins, serviceLogin } from './database-logins.mjs';

const urls = {
  DATABASE_URL: 'postgres://admin:secret@db/hearth',
  DATABASE_DIRECT_URL: 'postgres:///h?host=/run&user=admin',
};
const mergeRequests = { name: 'merge-requests-2', app: 'merge-requests' };
const allInOne = { name: 'all-in-one', app: 'all-in-one' };

describe('logins at the database', () => {
  const data = dataFolder(temporaryFolder('hearth-logins-'));
  afterAll(() => rmSync(data.folder, { recursive: true, force: true }));

  it('are those of the migrating user alone in a data folder of an earlier version', () => {
    expect(programLogins(data, {})).toEqual({});
  });

  it('have passwords in the data folder, of which a service gets its own', () => {
    createDataFolder(data);
    ensureDatabasePasswords(data);
    expect(programLogins(data, {})).toEqual({ DATABASE_PASSWORDS_FOLDER: data.databasePasswords });
    expect(serviceLogin(allInOne, urls, data, {})).toEqual({
      DATABASE_URL: 'postgres://db/hearth',
      DATABASE_DIRECT_URL: 'postgres:///h?host=%2Frun',
      DATABASE_PASSWORDS_FOLDER: data.databasePasswords,
    });
    expect(serviceLogin(mergeRequests, urls, data, {})).toEqual({
      DATABASE_URL: 'postgres://hearth_merge_requests@db/hearth',
      DATABASE_DIRECT_URL: 'postgres:///h?host=%2Frun&user=hearth_merge_requests',
      DATABASE_PASSWORD_FILE: `${data.databasePasswords}/merge-requests`,
    });
  });

  it('have those of the environment on a server that it names', () => {
    const named = { DATABASE_PASSWORD_FILE: '/admin', DATABASE_PASSWORDS: '{"merge-requests":"m","ci":"c"}' };
    expect(programLogins(data, named)).toEqual({ DATABASE_PASSWORDS_FOLDER: data.databasePasswords });
    const source = { DATABASE_URL: urls.DATABASE_URL, ...named };
    expect(programLogins(data, source)).toEqual(named);
    const { DATABASE_URL } = urls;
    expect(serviceLogin(mergeRequests, { DATABASE_URL }, data, source)).toEqual({
      DATABASE_URL: 'postgres://hearth_merge_requests@db/hearth',
      DATABASE_PASSWORDS: '{"merge-requests":"m"}',
    });
  });
});
