import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { reserveOf as reserveOfPushes } from '../../libs/platform/service/dist/health/disk-space.js';
import { fullness, isUnwritable, requirePlace, reserveOf, spaceProblem } from './disk.mjs';
import { requireGit } from './install/git.mjs';
import { temporaryFolder } from './suites/temporary-folder.mjs';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

describe('the space on a disk', () => {
  it.each([10 * GIB, 100 * GIB, 5_000 * GIB])(
    'that is kept from pushes is what repository keeps, of %d bytes',
    (total) => {
      expect(reserveOf({ total })).toBe(reserveOfPushes({ free: 0, total }));
    },
  );

  it.each([
    [{ free: 0, total: 10 * GIB }, 'full', 'is full: 0 MiB are free, and pushes need 1.0 GiB; free some space.'],
    [{ free: 500 * MIB, total: 10 * GIB }, 'short', 'is too full for pushes: 500 MiB are free'],
    [{ free: 3 * GIB, total: 100 * GIB }, 'low', 'is nearly full: 3.0 GiB are free, and pushes need 2.0 GiB'],
  ])('of %j is named', (space, state, sentence) => {
    expect(fullness(space)).toBe(state);
    expect(spaceProblem('/data', space)).toContain(`The disk of /data ${sentence}`);
  });

  it('is not named where there is enough', () => {
    expect(spaceProblem('/data', { free: 5 * GIB, total: 100 * GIB })).toBeUndefined();
  });
});

describe('the place of a data folder', () => {
  let folder;
  beforeEach(() => (folder = temporaryFolder('hearth-place-')));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is one where folders can be made, and nothing is left there', () => {
    requirePlace(path.join(folder, 'new', 'data'));
    requirePlace(folder);
    expect(readdirSync(folder)).toEqual([]);
    expect(isUnwritable(folder)).toBe(false);
  });

  it('is not below a file', () => {
    writeFileSync(path.join(folder, 'file'), '');
    expect(() => requirePlace(path.join(folder, 'file', 'data'))).toThrow(
      /file is a file: choose another folder with --data\.$/,
    );
  });

  it('is not /proc', () => {
    if (process.platform !== 'linux') return;
    expect(() => requirePlace('/proc/hearth')).toThrow(
      /^No data can be in \/proc\/hearth: nothing can be made in \/proc .*choose another folder with --data\.$/,
    );
  });

  it('is neither on a full disk nor on a read-only one', () => {
    const place = path.join(folder, 'disk');
    mkdirSync(place);
    // Needs a system that lets this user mount; elsewhere there is nothing to see.
    const mount = (...args) => spawnSync('mount', [...args, place]).status === 0;
    if (!mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs')) return;
    try {
      expect(() => writeFileSync(path.join(place, 'fill'), Buffer.alloc(2 * MIB))).toThrow('ENOSPC');
      expect(() => requirePlace(place)).toThrow(/the disk of .* is full, so free some space or choose another/);
      expect(isUnwritable(place)).toBe(true);
      rmSync(path.join(place, 'fill'));
      mount('-o', 'remount,ro');
      expect(() => requirePlace(place)).toThrow(
        /is on a read-only file system, so mount it writable or choose another/,
      );
      expect(isUnwritable(place)).toBe(true);
    } finally {
      spawnSync('umount', [place]);
    }
  });
});

it('a machine without git is told to install it', async () => {
  const { PATH } = process.env;
  process.env.PATH = '/none';
  try {
    await expect(requireGit()).rejects.toThrow(/^git is missing: install git 2\.39 or newer .* and run this again\.$/);
  } finally {
    process.env.PATH = PATH;
  }
});
