import type { RepositoryPath } from '../refs/paths.js';
import { parseBranchName, type BranchName } from '../refs/ref-name.js';
import { call, COMMANDS } from '../process/commands.js';
import { runGit } from '../process/run.js';
import { IMPORT_REFS } from '../repositories/repository-config.js';

/** Repository on another server. */
export interface Remote {
  /** Without credentials. */
  readonly url: string;
  /** Value of the Authorization header; null without credentials. */
  readonly authorization: string | null;
  /** The address resolved for the host, `host:port:address`, so that git does no look-up of its own. Null when the protocol does not support it. */
  readonly resolve: string | null;
}

/** The line of `git ls-remote --symref` with the branch that HEAD names. */
export const SYMREF_OF_HEAD = /^ref: refs\/heads\/(.+)\tHEAD$/m;
const MINUTE_MS = 60_000;
/** Minimum bytes a second: a transfer that is slower for a minute is ended. */
const SLOW_BYTES = '1024';
const SLOW_SECONDS = '60';

/**
 * Copies the branches and tags of a remote into the repository, below refs/hearth/import/, which is hidden from clients.
 * @returns the branch that the remote's HEAD names; null when it names none
 * @throws GitError with the remote's message, GitTimeout, or the reason of the signal
 */
export async function fetchRemote(
  repository: RepositoryPath,
  remote: Remote,
  { signal, timeoutMs }: { signal?: AbortSignal; timeoutMs: number },
): Promise<BranchName | null> {
  const configuration = configurationFor(remote);
  const { url } = remote;
  const listed = await runGit(call(COMMANDS.lsRemote, { flags: { '--symref': true }, operands: [url, 'HEAD'] }), {
    ...{ configuration, signal, timeoutMs: MINUTE_MS },
  });
  const flags = {
    ...{ '--quiet': true, '--no-tags': true, '--no-write-fetch-head': true },
    ...{ '--recurse-submodules': 'no', '--refmap': '' },
  };
  const operands = [url, ...['heads', 'tags'].map((kind) => `+refs/${kind}/*:${IMPORT_REFS}${kind}/*`)];
  await runGit(call(COMMANDS.fetch, { repository, flags, operands }), { configuration, signal, timeoutMs });
  const [, head] = SYMREF_OF_HEAD.exec(listed.stdout.toString('utf8')) ?? [];
  return head === undefined ? null : parseBranchName(head);
}

/** Disables helpers, redirects and other protocols: git connects only to the address that was checked. */
function configurationFor({ authorization, resolve }: Remote): Record<string, string> {
  return {
    'protocol.allow': 'never',
    'protocol.http.allow': 'always',
    'protocol.https.allow': 'always',
    'protocol.git.allow': 'always',
    'http.followRedirects': 'false',
    'http.lowSpeedLimit': SLOW_BYTES,
    'http.lowSpeedTime': SLOW_SECONDS,
    'fetch.fsckObjects': 'true',
    'fetch.fsck.missingSpaceBeforeDate': 'ignore',
    'fetch.fsck.badTimezone': 'ignore',
    'fetch.fsck.zeroPaddedFilemode': 'ignore',
    'fetch.unpackLimit': '1',
    ...(authorization !== null && { 'http.extraHeader': `Authorization: ${authorization}` }),
    ...(resolve !== null && { 'http.curloptResolve': resolve }),
  };
}
