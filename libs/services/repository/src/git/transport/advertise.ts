import type { RepositoryPath } from '../names/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import { runGit } from '../process/run.js';
import { FLUSH, packet } from './pkt-line.js';

export type GitService = 'git-upload-pack' | 'git-receive-pack';

/** The services by the names that clients ask for; null for another name. */
export function parseGitService(text: string | undefined): GitService | null {
  return text === 'git-upload-pack' || text === 'git-receive-pack' ? text : null;
}

/** A client's Git-Protocol header as git may see it; undefined for none, and for what no git client sends. */
export function parseGitProtocol(header: string | undefined): string | undefined {
  return header !== undefined && /^[a-z0-9=:._-]{1,200}$/i.test(header) ? header : undefined;
}

/** Bytes of refs that are advertised at most; some five million refs. */
const MAX_ADVERTISEMENT_BYTES = 512 * 1024 * 1024;

/**
 * The body of `GET <repo>/info/refs?service=...`, of type `application/x-<service>-advertisement`. `protocol` is the
 * client's Git-Protocol header. Throws GitError where there is no repository.
 */
export async function advertise(
  repository: RepositoryPath,
  service: GitService,
  options: { protocol?: string; signal?: AbortSignal } = {},
): Promise<Buffer> {
  const protocol = service === 'git-upload-pack' ? parseGitProtocol(options.protocol) : undefined;
  const flags = { '--stateless-rpc': true, '--http-backend-info-refs': true } as const;
  const asked =
    service === 'git-upload-pack'
      ? call(COMMANDS.uploadPack, { flags: { '--strict': true, ...flags }, operands: [repository] })
      : call(COMMANDS.receivePack, { flags, operands: [repository] });
  const { stdout } = await runGit(asked, {
    protocol,
    signal: options.signal,
    maxOutputBytes: MAX_ADVERTISEMENT_BYTES,
  });
  // Version 2 begins with its own first packet and takes no service line.
  if (stdout.subarray(4).toString('latin1', 0, 9) === 'version 2') return stdout;
  return Buffer.concat([packet(`# service=${service}\n`), FLUSH, stdout]);
}
