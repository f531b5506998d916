import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { WorkspaceCopy } from '../generators/workspace-copy.mjs';
import { SNAPSHOT_FILE } from './baselines.mjs';

const EVENTS = 'libs/contracts/dist/identity/events.js';

describe('npm run generate and the check of contracts, in a copy of the repository', () => {
  let copy;
  let events;

  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], { cwd: copy.root });
  /** As if the source had been changed and built. */
  const declare = (field) => writeFileSync(path.join(copy.root, EVENTS), events.replace('username: z.string()', field));

  beforeAll(() => {
    copy = new WorkspaceCopy();
    events = readFileSync(path.join(copy.root, EVENTS), 'utf8');
    expect(copy.run('tools/generate.mjs')).toMatchObject({ status: 0 });
    git('init', '--quiet');
    git('add', SNAPSHOT_FILE);
    git('commit', '--quiet', '-m', 'Take a snapshot');
  }, 60_000);

  beforeEach(() => git('checkout', '--quiet', SNAPSHOT_FILE));
  afterAll(() => copy?.remove());

  it('write what only grew', () => {
    declare('username: z.string(), by: z.int().optional()');
    expect(copy.run('tools/generate.mjs')).toMatchObject({ status: 0 });
    expect(JSON.parse(copy.read(SNAPSHOT_FILE)).events['identity.user-created'].data.properties).toHaveProperty('by');
    expect(copy.run('tools/contracts/check.mjs')).toEqual({
      status: 0,
      output: expect.stringContaining('Contracts were compared with HEAD'),
    });
  }, 60_000);

  it('write nothing that breaks, and fail', () => {
    const before = copy.read(SNAPSHOT_FILE);
    declare('username: z.string().optional()');
    const sentence = 'identity.user-created, data.username may be left out now, and the version before requires it';
    expect(copy.run('tools/generate.mjs')).toEqual({ status: 1, output: expect.stringContaining(sentence) });
    expect(copy.read(SNAPSHOT_FILE)).toBe(before);
    expect(copy.run('tools/contracts/check.mjs')).toEqual({ status: 1, output: expect.stringContaining(sentence) });
  }, 60_000);

  it('are not deceived by a snapshot that was written by hand', () => {
    declare('username: z.string().optional()');
    const snapshot = JSON.parse(copy.read(SNAPSHOT_FILE));
    snapshot.events['identity.user-created'].data.required = ['userId'];
    writeFileSync(path.join(copy.root, SNAPSHOT_FILE), JSON.stringify(snapshot));
    expect(copy.run('tools/contracts/check.mjs')).toMatchObject({ status: 1 });
  }, 60_000);
});
