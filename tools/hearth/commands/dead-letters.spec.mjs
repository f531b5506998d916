import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from './dead-letters.mjs';

describe('./hearth dead-letters', () => {
  let folder;
  const before = process.env.DATABASE_URL;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'hearth-letters-'));
    delete process.env.DATABASE_URL;
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    if (before !== undefined) process.env.DATABASE_URL = before;
  });

  it('says how to start the database that it needs', async () => {
    await expect(run({ data: folder }, ['list'])).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(/is not running on .*hearth-letters-.*: start it with \.\/hearth up/),
    });
  });

  it('knows list and replay only', async () => {
    await expect(run({ data: folder }, ['drop'])).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('not "drop"'),
    });
  });
});
