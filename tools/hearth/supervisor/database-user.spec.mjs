import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../suites/temporary-folder.mjs';
import { databaseUser, requirePassage } from './database-user.mjs';

describe('the user of PostgreSQL', () => {
  let folder;
  beforeEach(() => (folder = temporaryFolder('hearth-user-')));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is never root', () => {
    expect(databaseUser(path.join(folder, 'absent'))?.uid).not.toBe(0);
  });

  it('cannot be the owner of a cluster that this command may not run as', () => {
    // "/" is root's: PostgreSQL refuses root, and no other user may become root.
    expect(() => databaseUser('/')).toThrow(/belongs to (root|another user)/);
  });

  it('needs a way into the data folder: the sentence names the folder that has none, and nothing is made', () => {
    const closed = path.join(folder, 'closed one');
    mkdirSync(closed);
    chmodSync(closed, 0o000);
    const place = path.join(closed, 'deep', 'data');
    const user = databaseUser(place) ?? { name: 'this user', uid: process.getuid(), gid: process.getgid() };
    expect(() => requirePassage(user, [place])).toThrow(`may not enter ${closed} (on the way to ${place})`);
    chmodSync(closed, 0o711);
    expect(existsSync(path.dirname(place))).toBe(false);
    expect(() => requirePassage(user, [place])).not.toThrow();
  });
});
