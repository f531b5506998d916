import { packetsOf } from '../pack-cache/fetch-request.js';
import { replacingBeginning } from '../process/beginning.js';
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

/**
 * Adds the capability `bundle-uri` to the output of a stateful git (SSH). In version 2 that begins with the capabilities, ends them with a flush
 * packet, and waits for the first command.
 */
export function offeringBundles(output: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const isWhole = (bytes: Buffer) => bytes.subarray(-FLUSH.length).equals(FLUSH);
  return replacingBeginning(output, isWhole, (bytes) => (isWhole(bytes) ? withBundleUri(bytes) : bytes));
}

/**
 * Answers the command by which clients ask for bundles, and notes a clone.
 * @param protocol the client's Git-Protocol header
 * @param hold runs the search for bundles
 * @returns null for any other request
 */
export async function answerBundleRequest(
  bundles: BundleOffer | undefined,
  { protocol, body }: { readonly protocol: string | undefined; readonly body: Buffer },
  hold: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<Buffer | null> {
  const asked = bundles && readBundleRequest(protocol, body);
  if (asked === 'clone') bundles!.noteClone();
  return asked === 'bundle-uri' ? bundleList(await hold(() => bundles!.addresses())) : null;
}

/**
 * Reads a whole request.
 * @param protocol the client's Git-Protocol header
 * @returns null for anything but the command `bundle-uri` and the clone of a whole repository
 */
function readBundleRequest(protocol: string | undefined, body: Buffer): 'bundle-uri' | 'clone' | null {
  const packets = protocol === 'version=2' ? packetsOf(body) : null;
  // git names its capabilities first.
  if (packets?.includes('command=bundle-uri')) return 'bundle-uri';
  const isClone = packets?.[0] === 'command=fetch' && packets.includes('done');
  return isClone && !packets.some((each) => OF_A_PART.test(each)) ? 'clone' : null;
}

/** Returns the answer to the command `bundle-uri`, in the form of git's configuration. A client downloads all bundles. */
function bundleList(addresses: readonly string[]): Buffer {
  if (addresses.length === 0) return FLUSH;
  const lines = addresses.map((address, index) => `bundle.hearth-${index + 1}.uri=${address}`);
  return Buffer.concat([...['bundle.version=1', 'bundle.mode=all', ...lines].map((line) => packet(line)), FLUSH]);
}
