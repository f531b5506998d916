import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import { runGit } from '../process/run.js';

const MAX_MS = 10 * 60_000;
/** The upload-pack of a local fetch reads no configuration from its caller's environment. */
export const LOCAL_UPLOAD_PACK = "git -c 'safe.directory=*' upload-pack";
/** Allows only fetches from folders of this machine. */
export const onlyLocal = { 'protocol.allow': 'never', 'protocol.file.allow': 'always' };

/**
 * Copies a commit and its history from another repository of this machine, without a ref. The caller creates one before the grace period of
 * pruning is over.
 * @throws GitError when no ref of the other repository reaches the commit
 */
export async function fetchLocal(repository: RepositoryPath, from: RepositoryPath, commit: ObjectId): Promise<void> {
  const flags = {
    ...{ '--quiet': true, '--no-tags': true, '--no-write-fetch-head': true },
    ...{ '--recurse-submodules': 'no', '--refmap': '', '--upload-pack': LOCAL_UPLOAD_PACK },
  };
  const configuration = { ...onlyLocal, 'fetch.unpackLimit': '1' };
  await runGit(call(COMMANDS.fetch, { repository, flags, operands: [from, commit] }), {
    configuration,
    timeoutMs: MAX_MS,
  });
}
