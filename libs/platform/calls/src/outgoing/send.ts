import { isIP, type LookupFunction } from 'node:net';
import { withoutCredentials } from '@hearth/contract-kit';
import { undici } from '../undici.js';
import { resolveOnce } from './resolve.js';

/** A request to a server of the Internet, at an address that a user chose. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  /** User and password in it are not sent. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether the server's certificate is verified. */
  readonly verifyTls: boolean;
  /** Decides about the addresses of the host; all of them must be allowed. */
  readonly isAllowed: (address: string) => boolean;
  /** Bytes of the answer that are read at most. */
  readonly mostBytes: number;
  readonly signal: AbortSignal;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The request was not sent; the message is for people. */
export class Unsendable extends Error {
  override readonly name = 'Unsendable';
}

/**
 * Sends a request. The connection goes to exactly the address that was checked. Redirects are not followed.
 * @throws Unsendable for hosts that are unknown or not allowed; the errors of the connection; the reason of the signal
 */
export async function sendOutside(outgoing: OutgoingRequest): Promise<OutgoingAnswer> {
  const { method, headers, body = null, verifyTls, signal } = outgoing;
  const url = withoutCredentials(outgoing.url);
  const address = await abortable(addressOf(url, outgoing.isAllowed), signal);
  const pinned: LookupFunction = (_name, { all }, done) => {
    if (all === true) done(null, [{ address, family: isIP(address) }]);
    else done(null, address, isIP(address));
  };
  const { Client, request } = undici();
  const client = new Client(url.origin, { connect: { lookup: pinned, rejectUnauthorized: verifyTls } });
  try {
    const answer = await request(url, { dispatcher: client, method, headers, body, signal });
    const given = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(given) as Record<string, string>,
      body: await beginningOf(answer.body, outgoing.mostBytes),
    };
  } finally {
    await client.destroy();
  }
}

async function addressOf(url: URL, isAllowed: (address: string) => boolean): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = await resolveOnce(host, isAllowed);
  if (found === 'unknown') throw new Unsendable(`The host ${host} could not be found.`);
  if (found === 'forbidden') throw new Unsendable('That address is not allowed.');
  return found.address;
}

/** Resolves as the work does, or rejects when the signal is aborted first. */
function abortable<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason as Error);
    signal.addEventListener('abort', end, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

async function beginningOf(body: AsyncIterable<Buffer>, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= mostBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, mostBytes);
}
