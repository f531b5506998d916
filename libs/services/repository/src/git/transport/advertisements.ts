import { LRUCache } from 'lru-cache';
import { ZERO_ID } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { repositoryExists } from '../repositories/exists.js';
import type { Refs } from '../reads/refs.js';
import type { RefSnapshot } from '../reads/ref-snapshots.js';
import { advertise, parseGitProtocol, serviceLine, type AdvertisementRequest, type GitService } from './advertise.js';
import { withBundleUri } from '../bundles/bundle-uri.js';
import { FLUSH, packet } from './pkt-line.js';
import { copyStream, Transfer, type TransferTimes } from './transfer.js';

/** Most repositories whose capabilities are cached. */
const MOST_KNOWN = 10_000;
/** Most refs whose packets are written at once. */
const REFS_AT_ONCE = 500;

/**
 * Serves the requests that clients send before each fetch and push. git reports its capabilities once for each repository; they depend only on
 * its configuration and version. After that, the refs of a push come from memory, and a fetch of protocol version 2, which requests refs
 * later, starts no process.
 */
export class Advertisements {
  /** Capabilities that a push is offered, written after the first ref. */
  readonly #capabilities = new LRUCache<RepositoryPath, string>({ max: MOST_KNOWN });
  readonly #version2 = new LRUCache<RepositoryPath, Buffer>({ max: MOST_KNOWN });

  constructor(
    private readonly refs: Refs,
    private readonly times: TransferTimes,
  ) {}

  /** Rejects like {@link advertise}. */
  async serve(repository: RepositoryPath, service: GitService, request: AdvertisementRequest): Promise<void> {
    const isVersion2 = service === 'git-upload-pack' && parseGitProtocol(request.protocol) === 'version=2';
    const known =
      service === 'git-receive-pack'
        ? this.#forPush(repository, request.stateful ?? false)
        : this.#forFetch(repository, isVersion2, request.bundles ?? false);
    await request.beforeSending?.();
    if (known !== null && (await repositoryExists(repository))) return this.#send(known, request);
    await advertise(repository, service, request, this.times, (start, isAll) => {
      if (service === 'git-receive-pack') this.#learnCapabilities(repository, start);
      else if (isVersion2 && isAll) this.#version2.set(repository, start);
    });
  }

  #forPush(repository: RepositoryPath, stateful: boolean): Iterable<Buffer> | null {
    const capabilities = this.#capabilities.get(repository);
    const refs = this.refs.known(repository);
    return capabilities === undefined || refs === undefined ? null : pushAdvertisement(refs, capabilities, stateful);
  }

  /** Bundles are offered once git's own capabilities are known. */
  #forFetch(repository: RepositoryPath, isVersion2: boolean, bundles: boolean): Iterable<Buffer> | null {
    const known = isVersion2 ? this.#version2.get(repository) : undefined;
    if (known === undefined) return null;
    return [bundles ? withBundleUri(known) : known];
  }

  async #send(chunks: Iterable<Buffer>, { response, signal, stateful = false }: AdvertisementRequest): Promise<void> {
    const transfer = new Transfer({ response, signal, idleMs: this.times.idleMs });
    transfer.limit(this.times.requestMs);
    try {
      await copyStream(chunks, response, transfer.answering);
      if (transfer.failure !== undefined) throw transfer.failure;
      if (!stateful) response.end();
    } finally {
      transfer.end();
    }
  }

  #learnCapabilities(repository: RepositoryPath, start: Buffer): void {
    const found = /^(?:[^\n]*\n0000)?[0-9a-f]{44} [^\0\n]*\0([^\0\n]*)\n/.exec(start.toString('latin1'));
    if (found !== null) this.#capabilities.set(repository, found[1]!);
  }
}

/** Yields the refs as git prints them for a push: the first one is followed by the capabilities. */
function* pushAdvertisement(refs: RefSnapshot, capabilities: string, stateful: boolean): Generator<Buffer> {
  if (!stateful) yield serviceLine('git-receive-pack');
  let packets: Buffer[] = [];
  let offered = `\0${capabilities}`;
  for (const [ref, tip] of refs.size > 0 ? refs : [['capabilities^{}', ZERO_ID] as const]) {
    packets.push(packet(`${tip} ${ref}${offered}\n`));
    offered = '';
    if (packets.length < REFS_AT_ONCE) continue;
    yield Buffer.concat(packets);
    packets = [];
  }
  yield Buffer.concat([...packets, FLUSH]);
}
