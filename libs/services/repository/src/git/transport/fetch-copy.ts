import { createHash } from 'node:crypto';
import { objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { parseBranchName, parseRefName, refOfBranch, type BranchName, type RefName } from '../refs/ref-name.js';
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

const MOST_LISTED_BYTES = 512 * 1024 * 1024;
const ID_AND_TAB = /^[0-9a-f]{40}\t/;
/** Follows the name of an annotated tag, in the line of what it points at. */
const PEELED = '^{}';

/** Shows Hearth's own refs, which the configuration of the repository hides. */
const WHOLE_UPLOAD_PACK = LOCAL_UPLOAD_PACK.replace(
  ' upload-pack',
  ` -c 'uploadpack.hideRefs=!${HIDDEN_REFS}' upload-pack`,
);

/** Refs of a repository that is copied, and the branch that its HEAD names. */
export interface RefsOfOrigin {
  readonly refs: ReadonlyMap<RefName, ObjectId>;
  readonly head: BranchName | null;
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

/** Lists every ref, also those that clients do not see. @throws GitError, GitTimeout, or the reason of the signal */
export async function listOrigin(origin: OriginOfCopy, times: CopyTimes): Promise<RefsOfOrigin> {
  const flags = { '--symref': true, ...uploadPackOf(origin) };
  const listed = await runGit(call(COMMANDS.lsRemote, { flags, operands: [origin.at] }), {
    ...{ configuration: configurationFor(origin), maxOutputBytes: MOST_LISTED_BYTES, ...times },
  });
  const text = listed.stdout.toString('utf8');
  const refs = new Map<RefName, ObjectId>();
  for (const line of text.split('\n')) {
    const ref = ID_AND_TAB.test(line) && !line.endsWith(PEELED) ? parseRefName(line.slice(41)) : null;
    if (ref !== null) refs.set(ref, objectIdFromGit(line.slice(0, 40)));
  }
  const [, head] = SYMREF_OF_HEAD.exec(text) ?? [];
  return { refs, head: head === undefined ? null : parseBranchName(head) };
}

/** Copies these objects and all that they need; no ref moves. @throws GitError when the origin lacks one, GitTimeout, or the reason of the signal */
export async function fetchObjects(
  repository: RepositoryPath,
  origin: OriginOfCopy,
  ids: readonly ObjectId[],
  times: CopyTimes,
): Promise<void> {
  if (ids.length === 0) return;
  const flags = { ...FETCH, '--stdin': true, ...uploadPackOf(origin) };
  await runGit(call(COMMANDS.fetch, { repository, flags, operands: [origin.at] }), {
    ...{ configuration: configurationFor(origin), input: ids.map((id) => `${id}\n`).join(''), ...times },
  });
}

/**
 * Copies one branch, and the tags that point into its history; all refs appear at once.
 * @returns the branch; null when the origin has none with this name
 * @throws GitError, GitTimeout, or the reason of the signal
 */
export async function fetchBranch(
  repository: RepositoryPath,
  origin: OriginOfCopy,
  branch: string,
  times: CopyTimes,
): Promise<BranchName | null> {
  const name = parseBranchName(branch);
  const ref = name && refOfBranch(name);
  if (ref === null || !(await listOrigin(origin, times)).refs.has(ref)) return null;
  const flags = { ...FETCH, '--no-tags': false, '--atomic': true, ...uploadPackOf(origin) };
  await runGit(call(COMMANDS.fetch, { repository, flags, operands: [origin.at, `+${ref}:${ref}`] }), {
    ...{ configuration: configurationFor(origin), ...times },
  });
  return name;
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
