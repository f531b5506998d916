import { packetsOf } from '../pack-cache/fetch-request.js';
import { FLUSH, packet } from '../transport/pkt-line.js';

/** Bundles that a fetch is offered. */
export interface BundleOffer {
  /** Returns the URLs of bundles that the client may download before it fetches the rest. */
  addresses(): Promise<readonly string[]>;
  /** The client clones a whole repository. */
  noteClone(): void;
}

/** Lines of requests for a part of a history, or by a client that has some of it. */
const OF_A_PART = /^(?:have|shallow|deepen|deepen-since|deepen-not|filter) /;

/** Adds to the capabilities of version 2 that the command `bundle-uri` is answered. git has it from 2.40 on, Hearth with any git. */
export function withBundleUri(capabilities: Buffer): Buffer {
  return Buffer.concat([capabilities.subarray(0, -FLUSH.length), packet('bundle-uri\n'), FLUSH]);
}

/** Adds the capability to what a git prints that talks to its client itself: version 2 begins with its capabilities, and waits for a question then. */
export async function* offeringBundles(output: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let beginning: Buffer | null = Buffer.alloc(0);
  for await (const chunk of output) {
    if (beginning === null) {
      yield chunk;
      continue;
    }
    beginning = Buffer.concat([beginning, chunk]);
    if (!beginning.subarray(-FLUSH.length).equals(FLUSH)) continue;
    yield withBundleUri(beginning);
    beginning = null;
  }
  if (beginning !== null) yield beginning;
}

/**
 * Reads a whole request.
 * @param protocol the client's Git-Protocol header
 * @returns null for anything but the command `bundle-uri` and the clone of a whole repository
 */
export function readBundleRequest(protocol: string | undefined, body: Buffer): 'bundle-uri' | 'clone' | null {
  const packets = protocol === 'version=2' ? packetsOf(body) : null;
  // git names its capabilities first.
  if (packets?.includes('command=bundle-uri')) return 'bundle-uri';
  const isClone = packets?.[0] === 'command=fetch' && packets.includes('done');
  return isClone && !packets.some((each) => OF_A_PART.test(each)) ? 'clone' : null;
}

/** Returns the answer to the command `bundle-uri`, in the form of git's configuration. A client downloads all bundles. */
export function bundleList(addresses: readonly string[]): Buffer {
  if (addresses.length === 0) return FLUSH;
  const lines = addresses.map((address, index) => `bundle.hearth-${index + 1}.uri=${address}`);
  return Buffer.concat([...['bundle.version=1', 'bundle.mode=all', ...lines].map((line) => packet(line)), FLUSH]);
}
