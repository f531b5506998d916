import path from 'node:path';
import { mkdir } from 'node:fs/promises';
import { makeTemporaryFolder } from '../temporary-folder.js';
import { Git } from './git.js';
import { SampleHistory } from './sample-history.js';

export interface SampleRepository {
  /** Runs git in the bare repository. */
  readonly git: Git;
  readonly defaultBranch: string;
  /** Removes the repository from the disk. */
  remove(): Promise<void>;
}

/**
 * Creates a bare repository with a real history (see SampleHistory) in about half a second. The same seed gives the same object ids; `git` reads the
 * expected content.
 */
export async function makeRepository(seed: string): Promise<SampleRepository> {
  const folder = await makeTemporaryFolder('repository');
  const bare = path.join(folder.path, 'sample.git');
  await mkdir(bare);
  const git = new Git(bare);
  await git.run(['init', '--bare', '--quiet']);
  await git.run(['fast-import', '--quiet', '--done', '--date-format=raw'], { input: new SampleHistory(seed).write() });
  return { git, defaultBranch: 'main', remove: folder.remove };
}
