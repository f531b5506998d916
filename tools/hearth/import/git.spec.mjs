import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Mirror } from './git.mjs';

const AUTHOR = ['-c', 'user.name=Jane', '-c', 'user.email=jane@example.com'];

describe('a mirror', () => {
  let folder;
  const remote = (name) => ({ url: path.join(folder, name), username: 'jane', token: 'secret' });
  const git = (name, ...args) => execFileSync('git', args, { cwd: path.join(folder, name), encoding: 'utf8' }).trim();
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'hearth-mirror-'));
    for (const name of ['source', 'target', 'around']) {
      mkdirSync(path.join(folder, name));
      git(name, 'init', '--quiet', '--initial-branch=main', ...(name === 'target' ? ['--bare'] : []));
    }
    for (const name of ['source', 'around'])
      git(name, ...AUTHOR, 'commit', '--quiet', '--allow-empty', '--message', name);
    git('target', 'config', 'receive.advertisePushOptions', 'true');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is initialised in the folder left by a killed run, also inside another repository', async () => {
    const left = path.join(folder, 'around/imports/1');
    mkdirSync(left, { recursive: true });
    const mirror = new Mirror(left, { from: remote('source'), to: remote('target') });
    for (let run = 0; run < 2; run += 1) {
      await mirror.fetch();
      await mirror.pushAll();
    }
    const head = git('source', 'rev-parse', 'main');
    expect(git('target', 'rev-parse', 'main')).toBe(head);
    expect(await mirror.branches()).toEqual(new Map([['main', head]]));
    expect(git('around', 'log', '--format=%s', '--all')).toBe('around');
  });
});
