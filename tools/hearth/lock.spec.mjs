import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { holderOf, tryLock, withLock } from './lock.mjs';
import { identify } from './process-identity.mjs';

describe('a lock file', () => {
  let folder;
  let file;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'hearth-lock-'));
    file = path.join(folder, 'run', 'lock');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const leaveBehind = async (content) => {
    const { release } = await tryLock(file, 'test');
    release();
    writeFileSync(file, content);
  };

  it('is held until it is released, and tells by whom and for what', async () => {
    const lock = await tryLock(file, 'up');
    expect((await tryLock(file, 'backup')).holder).toEqual({ ...identify(process.pid), purpose: 'up' });
    lock.release();
    expect(holderOf(file)).toBeUndefined();
    expect((await tryLock(file, 'backup')).holder).toBeUndefined();
  });

  it('is released once only: a second release leaves the next holder alone', async () => {
    const first = await tryLock(file, 'first');
    first.release();
    await tryLock(file, 'second');
    first.release();
    expect(holderOf(file)?.purpose).toBe('second');
  });

  it('is taken from a process that is gone, whose id now belongs to another one', async () => {
    await leaveBehind(JSON.stringify({ pid: process.pid, started: 'long ago', purpose: 'up' }));
    expect(holderOf(file)).toBeUndefined();
    expect((await tryLock(file, 'up')).holder).toBeUndefined();
  });

  it('is taken when its content was lost', async () => {
    await leaveBehind('');
    expect((await tryLock(file, 'up')).holder).toBeUndefined();
  });

  it('lets one of many in when its holder died', async () => {
    await leaveBehind(JSON.stringify({ pid: 1, started: 'never', purpose: 'up' }));
    const attempts = await Promise.all(Array.from({ length: 8 }, () => tryLock(file, 'up')));
    expect(attempts.filter(({ holder }) => !holder)).toHaveLength(1);
  });

  it('makes work wait for its turn, and lets go when the work fails', async () => {
    const order = [];
    const turn = (name) =>
      withLock(file, name, async () => {
        order.push(`${name} in`);
        await new Promise(setImmediate);
        order.push(`${name} out`);
        throw new Error(name);
      });
    const ends = await Promise.allSettled([turn('a'), turn('b')]);
    expect(ends.map(({ reason }) => reason.message)).toEqual(['a', 'b']);
    expect(order.filter((entry) => entry.endsWith('in'))).toHaveLength(2);
    expect(order[0].replace('in', 'out')).toBe(order[1]);
    expect(existsSync(file)).toBe(false);
  });
});
