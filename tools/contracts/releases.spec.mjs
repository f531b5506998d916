import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { releasedSnapshots, writeRelease } from './releases.mjs';

let root;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'hearth-baselines-'));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

describe('releasedSnapshots', () => {
  it('are none before the first release', () => {
    expect(releasedSnapshots(root)).toEqual([]);
  });

  it('are those of all releases, by version', () => {
    const folder = path.join(root, 'libs/contracts/releases');
    mkdirSync(folder, { recursive: true });
    for (const version of ['0.2.0', '0.1.0'])
      writeFileSync(path.join(folder, `${version}.json`), JSON.stringify({ mark: version }));
    writeFileSync(path.join(folder, 'README.md'), 'about releases');
    expect(releasedSnapshots(root)).toEqual([
      { name: '0.1.0', snapshot: { mark: '0.1.0' } },
      { name: '0.2.0', snapshot: { mark: '0.2.0' } },
    ]);
  });
});

describe('writeRelease', () => {
  it('writes a version once', () => {
    const file = writeRelease(root, '0.1.0', { mark: 'first' });
    expect(file).toBe('libs/contracts/releases/0.1.0.json');
    expect(() => writeRelease(root, '0.1.0', { mark: 'second' })).toThrow('EEXIST');
    expect(releasedSnapshots(root)).toEqual([{ name: '0.1.0', snapshot: { mark: 'first' } }]);
  });

  it('refuses what is no version', () => {
    expect(() => writeRelease(root, '1.0', {})).toThrow('"1.0" is no version such as 1.2.0');
  });
});
