import type { GitCall } from './commands.js';
import type { GitVariables } from './environment.js';
import { gitErrorOf, spawnGit } from './spawn.js';

/**
 * Streams the output of a git command, which is killed when the reader stops early.
 * @param input for its standard input
 * @throws GitError when the command fails
 */
export async function* outputOf(asked: GitCall, input = '', variables: GitVariables = {}): AsyncGenerator<Buffer> {
  const git = spawnGit(asked, variables);
  try {
    git.stdin.end(input);
    yield* git.stdout as AsyncIterable<Buffer>;
    const exit = await git.exited;
    if (exit.code !== 0) throw gitErrorOf(git.call, exit);
  } finally {
    git.kill();
  }
}
