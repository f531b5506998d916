import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { commitsOfChange, subjectFault } from './subjects.mjs';

describe('subjectFault', () => {
  it.each([
    'edge: ignore duplicate slashes in request paths',
    'git-http: answer 401 to anonymous pushes',
    'identity, projects: one page of custom attributes',
    'data: PostgreSQL 18 as the embedded server',
    `data: ${'x'.repeat(66)}`,
    'Revert "edge: ignore duplicate slashes in request paths"',
  ])('accepts %j', (subject) => expect(subjectFault(subject)).toBeUndefined());

  it.each([
    ['Ignore duplicate slashes', /no scope/],
    ['Edge: ignore duplicate slashes', /no scope/],
    ['edge:ignore duplicate slashes', /no scope/],
    ['fixup! edge: ignore duplicate slashes', /no scope/],
    ['', /no scope/],
    ['edge: ignore duplicate slashes.', /full stop/],
    [`data: ${'x'.repeat(67)}`, /longer than 72/],
  ])('refuses %j', (subject, fault) => expect(subjectFault(subject)).toMatch(fault));
});

describe('commitsOfChange', () => {
  let root;

  const git = (...args) => {
    try {
      const person = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
      const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
      return execFileSync('git', [...person, ...args], options).trim();
    } catch {
      return undefined;
    }
  };
  const commit = (subject, file) => {
    if (file) writeFileSync(path.join(root, file), subject);
    git('add', '.');
    git('commit', '--quiet', '--allow-empty', '-m', subject);
  };
  const subjects = () => commitsOfChange(git, 'rule.mjs').map(({ subject }) => subject);

  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'hearth-commits-'));
    git('init', '--quiet', '--initial-branch=main');
    commit('older than the rule');
    commit('the rule', 'rule.mjs');
    commit('on main');
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('are none on the default branch', () => {
    expect(subjects()).toEqual([]);
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    expect(subjects()).toEqual([]);
  });

  it('are those of a branch, without merges', () => {
    git('checkout', '--quiet', '-b', 'change');
    commit('first');
    commit('second');
    git('checkout', '--quiet', 'main');
    commit('on main meanwhile');
    git('checkout', '--quiet', 'change');
    git('merge', '--quiet', '-m', 'merge', 'main');
    expect(subjects()).toEqual(['second', 'first']);
  });

  it('are those that were not pushed yet, on the default branch', () => {
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    commit('not pushed yet', 'rule.mjs');
    expect(subjects()).toEqual(['not pushed yet']);
  });

  it('are none from before the rule, however far behind the default branch is', () => {
    git('checkout', '--quiet', '-b', 'change');
    git('branch', '--quiet', '--force', 'main', 'HEAD~2');
    expect(subjects()).toEqual(['on main']);
  });

  it('are none where there is no history', () => {
    rmSync(path.join(root, '.git'), { recursive: true });
    expect(subjects()).toEqual([]);
  });
});
