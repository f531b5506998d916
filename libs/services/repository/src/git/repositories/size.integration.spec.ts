import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BranchName } from '../refs/ref-name.js';
import { makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';

describe('the size of a repository', () => {
  let scratch: GitScratch;

  beforeAll(async () => {
    scratch = await makeGitScratch();
  });

  afterAll(async () => {
    await scratch.close();
  });

  it('is that of all its files, however deep', async () => {
    const repository = scratch.pathOf('sized');
    await scratch.git.repositories.ensure(repository, 'master' as BranchName);
    const empty = await scratch.git.repositories.size(repository);
    expect(empty).toBeGreaterThan(0);
    await writeFile(path.join(repository, 'objects', 'pack', 'a.pack'), Buffer.alloc(5000));
    await writeFile(path.join(repository, 'more'), '');
    await truncate(path.join(repository, 'more'), 70);
    expect(await scratch.git.repositories.size(repository)).toBe(empty + 5070);
  });

  it('is nothing where there is none', async () => {
    expect(await scratch.git.repositories.size(scratch.pathOf('none'))).toBe(0);
  });
});
