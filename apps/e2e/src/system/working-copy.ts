import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Git, makeTemporaryFolder } from '@hearth/testing';

/** A local repository of a user with a work tree, on branch `main`. */
export class WorkingCopy {
  private constructor(
    readonly git: Git,
    readonly remove: () => Promise<void>,
  ) {}

  /** Creates an empty one. */
  static async create(): Promise<WorkingCopy> {
    const folder = await makeTemporaryFolder('working-copy');
    const git = new Git(folder.path);
    await git.run(['init', '--quiet']);
    return new WorkingCopy(git, folder.remove);
  }

  /**
   * Clones a repository; `options` go to `git clone`, `settings` (as `protocol.version=0`) before it.
   * @throws GitError when git does not clone
   */
  static async clone(
    url: string,
    options: readonly string[] = [],
    settings: readonly string[] = [],
  ): Promise<WorkingCopy> {
    const folder = await makeTemporaryFolder('clone');
    const into = path.join(folder.path, 'clone');
    await mkdir(into);
    try {
      await new Git(folder.path).run([
        ...settings.flatMap((setting) => ['-c', setting]),
        'clone',
        ...options,
        url,
        into,
      ]);
    } catch (error) {
      await folder.remove();
      throw error;
    }
    return new WorkingCopy(new Git(into), folder.remove);
  }

  /** Writes one file, commits it on the current branch and returns the commit's id. */
  async commit(file: string, content: string | Buffer, message = `Write ${file}`): Promise<string> {
    const at = path.join(this.git.folder, file);
    await mkdir(path.dirname(at), { recursive: true });
    await writeFile(at, content);
    await this.git.run(['add', '--', file]);
    await this.git.run(['commit', '--quiet', '--message', message]);
    return this.git.idOf('HEAD');
  }

  push(url: string, ...args: string[]): Promise<Buffer> {
    return this.git.run(['push', '--quiet', url, ...args]);
  }
}
