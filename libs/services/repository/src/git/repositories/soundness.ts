import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS, type GitCall } from '../process/commands.js';
import { GitError, GitOutputLimit } from '../process/errors.js';
import { runGit, type RunOptions } from '../process/run.js';
import { repositoryExists } from './exists.js';

const MAX_MS = 6 * 60 * 60_000;
const LONGEST_DETAIL = 2_000;
/** Statuses of `git fsck` are sums of these reasons. */
const STATUSES = Array.from({ length: 64 }, (_, status) => status);

/** Mistakes of the programs that wrote old histories. The objects are whole, and clients clone them. */
const ACCEPTED = [
  ...['badDate', 'badDateOverflow', 'badEmail', 'badName', 'badTagName', 'badTimezone', 'duplicateEntries'],
  ...['missingEmail', 'missingNameBeforeEmail', 'missingSpaceBeforeDate', 'missingSpaceBeforeEmail'],
  ...['missingTaggerEntry', 'multipleAuthors', 'nulInCommit', 'treeNotSorted', 'zeroPaddedDate', 'zeroPaddedFilemode'],
  ...['gitmodulesName', 'gitmodulesParse', 'gitmodulesPath', 'gitmodulesSymlink', 'gitmodulesUpdate', 'gitmodulesUrl'],
];
const config = Object.fromEntries(ACCEPTED.map((kind) => [`fsck.${kind}`, 'ignore']));

/**
 * Reads every object of a repository, and checks that all that refs reach are there.
 * @returns what is missing or damaged, in git's words; null for a sound repository
 * @throws GitTimeout, or the reason of the signal
 */
export async function soundness(
  repository: RepositoryPath,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<string | null> {
  if (!(await repositoryExists(repository))) return 'there is no repository in its folder';
  const flags = { '--full': true, '--no-dangling': true, '--no-progress': true };
  const fsck = call(COMMANDS.fsck, { repository, config, flags });
  const options = { timeoutMs: MAX_MS, ...(signal && { signal }) };
  // Twice: a push may move objects while git looks for them.
  const found = (await problems(fsck, options)) && (await problems(fsck, options));
  return found && found.slice(0, LONGEST_DETAIL);
}

async function problems(fsck: GitCall, options: RunOptions): Promise<string | null> {
  try {
    const { code, stdout } = await runGit(fsck, { ...options, answers: STATUSES });
    if (code === 0) return null;
    // What is missing is in git's output, what cannot be read among its errors.
    return stdout.toString('utf8').trim() || (await errorsOf(fsck, options));
  } catch (error) {
    if (error instanceof GitError || error instanceof GitOutputLimit) return error.message;
    throw error;
  }
}

/** @throws GitError with the errors */
async function errorsOf(fsck: GitCall, options: RunOptions): Promise<null> {
  await runGit(fsck, options);
  return null;
}
