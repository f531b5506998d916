import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SNAPSHOT_FILE, committedSnapshots } from './baselines.mjs';

describe('committedSnapshots', () => {
  let folder;
  let root;

  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const commit = (mark) => {
    const file = path.join(root, SNAPSHOT_FILE);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ mark }));
    git('add', '.');
    git('commit', '--quiet', '--allow-empty', '-m', String(mark));
    return git('rev-parse', 'HEAD');
  };
  const compared = (environment = {}) => {
    const { baselines, missing } = committedSnapshots(root, environment);
    return { with: baselines.map(({ name, snapshot }) => [name, snapshot.mark]), missing };
  };

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'hearth-baselines-'));
    root = path.join(folder, 'work');
    mkdirSync(root);
    git('init', '--quiet', '--initial-branch=main');
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('are those of HEAD and of the commit before it', () => {
    commit(1);
    commit(2);
    expect(compared()).toEqual({
      with: [
        ['HEAD', 2],
        ['the commit before HEAD', 1],
      ],
      missing: ['the last release: no tag such as v1.2.0 is here'],
    });
  });

  it('are those of HEAD, of where the branch left main, and of the last release', () => {
    commit(1);
    git('tag', 'v0.1.0');
    const base = commit(2);
    git('update-ref', 'refs/remotes/origin/main', base);
    commit(3);
    commit(4);
    expect(compared().with).toEqual([
      ['HEAD', 4],
      ['the merge base with origin/main', 2],
      ['v0.1.0', 1],
    ]);
  });

  it('begin where CI says that the work began', () => {
    const base = commit(1);
    commit(2);
    commit(3);
    expect(compared({ HEARTH_CONTRACTS_BASE: base }).with).toEqual([
      ['HEAD', 3],
      [base, 1],
    ]);
    expect(() => compared({ HEARTH_CONTRACTS_BASE: 'nowhere' })).toThrow('names no commit of this clone: nowhere');
  });

  it('are read from the commits, not from the work tree', () => {
    commit(1);
    writeFileSync(path.join(root, SNAPSHOT_FILE), JSON.stringify({ mark: 'changed' }));
    expect(compared().with).toEqual([['HEAD', 1]]);
  });

  it('are told to be missing in a shallow clone', () => {
    commit(1);
    commit(2);
    const origin = root;
    root = path.join(folder, 'shallow');
    execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${origin}`, root], { stdio: 'ignore' });
    expect(compared()).toEqual({
      with: [['HEAD', 2]],
      missing: [
        'the commit before HEAD: a shallow clone does not have it',
        'the last release: no tag such as v1.2.0 is here',
      ],
    });
  });

  it('are none before the first snapshot and outside of git', () => {
    git('commit', '--quiet', '--allow-empty', '-m', 'begin');
    expect(compared()).toEqual({
      with: [],
      missing: [
        'HEAD: it has no snapshot',
        'the commit before HEAD: HEAD is the first commit',
        'the last release: no tag such as v1.2.0 is here',
      ],
    });
    root = folder;
    expect(compared()).toEqual({ with: [], missing: ['HEAD: this is no git work tree'] });
  });
});
