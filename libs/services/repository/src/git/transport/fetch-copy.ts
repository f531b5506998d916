import { createHash } from 'node:crypto';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { parseBranchName, type BranchName } from '../refs/ref-name.js';
import { call, COMMANDS } from '../process/commands.js';
import { runGit } from '../process/run.js';
import { HIDDEN_REFS } from '../repositories/repository-config.js';
import { SYMREF_OF_HEAD } from './fetch-remote.js';
import { LOCAL_UPLOAD_PACK, onlyLocal } from './fetch-local.js';

/** A repository of Hearth that is read as a whole: on a storage of this process, or at the internal listener of another one. */
export interface OriginOfCopy {
  /** Path or URL. */
  readonly at: string;
  /** Only for a URL. */
  readonly http?: {
    /** Value of the Authorization header. */
    readonly authorization: string;
    /** PEM file of the trusted authorities; undefined for those of the system. */
    readonly authoritiesFile: string | undefined;
  };
}

export interface CopyTimes {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Everything, also what clients do not see. */
const ALL = ['+refs/*:refs/*'];
/** The refs with which a fork begins. */
const BRANCHES_AND_TAGS = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];

/** Shows Hearth's own refs, which the configuration of the repository hides. */
const WHOLE_UPLOAD_PACK = LOCAL_UPLOAD_PACK.replace(
  ' upload-pack',
  ` -c 'uploadpack.hideRefs=!${HIDDEN_REFS}' upload-pack`,
);

/**
 * Makes the refs of a repository those of another one, with the objects that they need.
 * @param which `all` refs, or those with which a fork begins
 * @returns the branch that the other one's HEAD names; null when it names none
 * @throws GitError, GitTimeout, or the reason of the signal
 */
export async function fetchCopy(
  repository: RepositoryPath,
  origin: OriginOfCopy,
  which: 'all' | 'branches-and-tags',
  times: CopyTimes,
): Promise<BranchName | null> {
  const { at } = origin;
  const upload = uploadPackOf(origin);
  const configuration = configurationFor(origin);
  const listed = await runGit(
    call(COMMANDS.lsRemote, { flags: { '--symref': true, ...upload }, operands: [at, 'HEAD'] }),
    { configuration, ...times },
  );
  const operands = [at, ...(which === 'all' ? ALL : BRANCHES_AND_TAGS)];
  await runGit(call(COMMANDS.fetch, { repository, flags: { ...FETCH, '--prune': true, ...upload }, operands }), {
    configuration,
    ...times,
  });
  const [, head] = SYMREF_OF_HEAD.exec(listed.stdout.toString('utf8')) ?? [];
  return head === undefined ? null : parseBranchName(head);
}

/**
 * Returns a digest of the branches and tags of a repository: equal ones have equal refs.
 * @throws GitError, GitTimeout, or the reason of the signal
 */
export async function refsDigest(origin: OriginOfCopy, times: CopyTimes): Promise<string> {
  const digest = createHash('sha256');
  const operands = [origin.at, 'refs/heads/*', 'refs/tags/*'];
  await runGit(call(COMMANDS.lsRemote, { flags: uploadPackOf(origin), operands }), {
    configuration: configurationFor(origin),
    sink: (chunk) => Boolean(digest.update(chunk)),
    ...times,
  });
  return digest.digest('hex');
}

/** Copies a commit and its history from a repository of another storage, without a ref. @throws GitError when it does not have the commit */
export async function fetchCommit(
  repository: RepositoryPath,
  origin: OriginOfCopy,
  commit: ObjectId,
  times: CopyTimes,
): Promise<void> {
  await runGit(
    call(COMMANDS.fetch, { repository, flags: { ...FETCH, ...uploadPackOf(origin) }, operands: [origin.at, commit] }),
    { configuration: configurationFor(origin), ...times },
  );
}

const FETCH = {
  ...{ '--quiet': true, '--no-tags': true, '--no-write-fetch-head': true },
  ...{ '--recurse-submodules': 'no', '--refmap': '' },
} as const;

function uploadPackOf({ http }: OriginOfCopy): { '--upload-pack'?: string } {
  return http ? {} : { '--upload-pack': WHOLE_UPLOAD_PACK };
}

function configurationFor({ http }: OriginOfCopy): Record<string, string> {
  const packs = { 'fetch.unpackLimit': '1' };
  if (!http) return { ...onlyLocal, ...packs };
  return {
    ...packs,
    'protocol.allow': 'never',
    'protocol.http.allow': 'always',
    'protocol.https.allow': 'always',
    'http.followRedirects': 'false',
    'http.lowSpeedLimit': '1',
    'http.lowSpeedTime': '60',
    'http.extraHeader': `Authorization: ${http.authorization}`,
    ...(http.authoritiesFile !== undefined && { 'http.sslCAInfo': http.authoritiesFile }),
  };
}
