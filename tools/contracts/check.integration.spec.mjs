import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { WorkspaceCopy } from '../generators/workspace-copy.mjs';

const CHECK = 'tools/contracts/check.mjs';
const EVENTS = 'libs/contracts/identity/dist/events.js';

describe('the check of contracts, in a copy of the repository', () => {
  let copy;
  let events;

  /** As if the source had been changed and built. */
  const declare = (field) => writeFileSync(path.join(copy.root, EVENTS), events.replace('username: z.string()', field));

  beforeAll(() => {
    copy = new WorkspaceCopy({
      copied: ['package.json', 'libs/contracts', 'tools/contracts'],
      linked: ['libs/platform', 'libs/services'],
    });
    rmSync(path.join(copy.root, 'libs/contracts/releases'), { recursive: true });
    events = readFileSync(path.join(copy.root, EVENTS), 'utf8');
  }, 60_000);

  afterAll(() => copy?.remove());

  it('passes anything before the first release, and writes that one', async () => {
    const { status, output } = await copy.run(CHECK, '--release', '0.1.0');
    expect(output).toMatch(/there is no release yet\.\nwrote .*0\.1\.0\.json/);
    expect(status).toBe(0);
    expect(JSON.parse(copy.read('libs/contracts/releases/0.1.0.json')).events).toHaveProperty([
      'identity.user-created',
    ]);
  }, 60_000);

  it('passes what only grew', async () => {
    declare('username: z.string(), by: z.int().optional()');
    expect(await copy.run(CHECK)).toEqual({
      status: 0,
      output: expect.stringContaining('Contracts were compared with 0.1.0.'),
    });
  }, 60_000);

  it('fails where a released contract is broken, and releases nothing', async () => {
    declare('username: z.string().optional()');
    const sentence = 'identity.user-created, data.username may be left out now, and the version before requires it';
    expect(await copy.run(CHECK, '--release', '0.2.0')).toEqual({
      status: 1,
      output: expect.stringContaining(sentence),
    });
    expect(() => copy.read('libs/contracts/releases/0.2.0.json')).toThrow('ENOENT');
  }, 60_000);
});
