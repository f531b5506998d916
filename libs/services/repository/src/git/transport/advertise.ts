import type { Readable, Writable } from 'node:stream';
import type { RepositoryPath } from '../refs/paths.js';
import type { ReadRights } from '../reads/read-rights.js';
import { HIDDEN_REFS, MERGE_REQUEST_REFS } from '../repositories/repository-config.js';
import { replacingBeginning } from '../process/beginning.js';
import { call, COMMANDS } from '../process/commands.js';
import { gitErrorOf, spawnGit } from '../process/spawn.js';
import { FLUSH, packet } from './pkt-line.js';
import { copyStream, Transfer, type TransferTimes } from './transfer.js';

export type GitService = 'git-upload-pack' | 'git-receive-pack';

/** Returns a client's Git-Protocol header if git may see it; undefined without one, and for values that no git client sends. */
export function parseGitProtocol(header: string | undefined): string | undefined {
  return header !== undefined && /^[a-z0-9=:._-]{1,200}$/i.test(header) ? header : undefined;
}

/** Returns the configuration that hides further refs from fetches in addition to Hearth's own, or shows these. */
export function hiddenFrom({ mergeRequestHeads, ownRefs }: ReadRights): Readonly<Record<string, string>> {
  if (ownRefs) return { 'uploadpack.hideRefs': `!${HIDDEN_REFS}` };
  return mergeRequestHeads ? {} : { 'uploadpack.hideRefs': MERGE_REQUEST_REFS };
}

export interface AdvertisementRequest {
  /** Rights of the client. */
  readonly rights: ReadRights;
  /** The client's Git-Protocol header. */
  readonly protocol?: string;
  /**
   * Receives the refs (`application/x-<service>-advertisement`). The caller must set status and headers before. It is ended here after success, and
   * destroyed when the client disconnected.
   */
  readonly response: Writable;
  /** The client talks to git itself (SSH): no line names the service, and the response stays open for what follows. */
  readonly stateful?: boolean;
  /** Whether clients of version 2 may ask for bundles. */
  readonly bundles?: boolean;
  /** Called after cached refs were read, and before any is sent; its error is the answer. */
  readonly beforeSending?: () => Promise<void>;
  readonly signal?: AbortSignal;
}

/** Called with the beginning of an advertisement that was sent completely, and whether that is all of it. */
export type AdvertisementObserver = (start: Buffer, isAll: boolean) => void;

/** Bytes of an advertisement's beginning that an observer receives. */
const OBSERVED_BYTES = 4096;

/**
 * Serves `GET <repo>/info/refs?service=...`, with git's own output. Rejects with GitError or GitTimeout while nothing has been
 * written, for example without a repository; ClientGone, GitTimeout, or the reason of the signal.
 */
export async function advertise(
  repository: RepositoryPath,
  service: GitService,
  request: AdvertisementRequest,
  { requestMs, idleMs }: TransferTimes,
  onServed: AdvertisementObserver = () => undefined,
): Promise<void> {
  const { response, signal, rights, stateful = false } = request;
  const protocol = service === 'git-upload-pack' ? parseGitProtocol(request.protocol) : undefined;
  const flags = { '--stateless-rpc': true, '--http-backend-info-refs': true } as const;
  const asked =
    service === 'git-upload-pack'
      ? call(COMMANDS.uploadPack, { flags: { '--strict': true, ...flags }, operands: [repository] })
      : call(COMMANDS.receivePack, { flags, operands: [repository] });
  const transfer = new Transfer({ response, signal, idleMs });
  transfer.limit(requestMs);
  try {
    const git = spawnGit(asked, { protocol, configuration: hiddenFrom(rights) });
    transfer.attach(git.kill);
    git.stdin.end();
    const beginning = new Beginning(stateful ? git.stdout : withServiceLine(service, git.stdout));
    await copyStream(beginning, response, transfer.answering);
    const exit = await git.exited;
    if (transfer.failure !== undefined) throw transfer.failure;
    if (exit.code !== 0) throw gitErrorOf(git.call, exit);
    if (!stateful) response.end();
    onServed(beginning.bytes, beginning.isAll);
  } finally {
    transfer.end();
  }
}

/** Keeps the beginning of a stream that passes through. */
class Beginning implements AsyncIterable<Buffer> {
  bytes = Buffer.alloc(0);
  isAll = true;

  constructor(private readonly source: AsyncIterable<Buffer>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for await (const chunk of this.source) {
      const room = OBSERVED_BYTES - this.bytes.length;
      if (chunk.length > room) this.isAll = false;
      if (room > 0) this.bytes = Buffer.concat([this.bytes, chunk.subarray(0, room)]);
      yield chunk;
    }
  }
}

const VERSION_2 = '000eversion 2\n';

/** Yields git's output after the line that names the service. Version 2 begins with a packet of its own, without that line. */
function withServiceLine(service: GitService, output: Readable): AsyncGenerator<Buffer> {
  const isWhole = (bytes: Buffer) => bytes.length >= VERSION_2.length;
  const isVersion2 = (bytes: Buffer) => bytes.toString('latin1', 0, VERSION_2.length) === VERSION_2;
  return replacingBeginning(output, isWhole, (bytes) =>
    isVersion2(bytes) ? bytes : Buffer.concat([serviceLine(service), bytes]),
  );
}

export function serviceLine(service: GitService): Buffer {
  return Buffer.concat([packet(`# service=${service}\n`), FLUSH]);
}
