import { isIP } from 'node:net';
import { resolveOnce } from '@hearth/calls';
import { withoutCredentials } from '@hearth/contract-kit';
import { importUrlFailure, isPublicAddress } from '@hearth/repository-contracts';
import type { Remote } from '../git/transport/fetch-remote.js';

/** The copy cannot be made; the message is for people and contains no credentials. */
export class ImportFailed extends Error {
  override readonly name = 'ImportFailed';
}

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Resolves the address of a source once. git then connects to exactly the address that was checked, so a name whose address changes in the
 * meantime cannot lead elsewhere.
 * @param url as requested, with credentials
 * @throws ImportFailed for sources that may not or cannot be read
 */
export async function remoteOf(url: string, privateAllowed: boolean): Promise<Remote> {
  if (importUrlFailure(url, privateAllowed)) throw new ImportFailed('Imports are not allowed from that URL.');
  const { username, password, ...parts } = partsOf(url);
  const address = await addressOf(parts.host, privateAllowed);
  const authorization =
    username === '' && password === '' ? null : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  if (parts.scheme === 'git:') return { url: gitUrl(parts, address), authorization: null, resolve: null };
  const resolve = isIP(parts.host) ? null : `${parts.host}:${parts.port}:${address}`;
  return { url: parts.bare, authorization, resolve };
}

function partsOf(text: string) {
  const url = new URL(text);
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    username,
    password,
    host,
    scheme: url.protocol,
    port: url.port || PORTS[url.protocol]!,
    bare: withoutCredentials(url).href,
  };
}

/** For git's own protocol, which resolves names itself, the URL contains the address. */
function gitUrl({ bare }: { bare: string }, address: string): string {
  const url = new URL(bare);
  return `git://${isIP(address) === 6 ? `[${address}]` : address}${url.port && `:${url.port}`}${url.pathname}`;
}

async function addressOf(host: string, privateAllowed: boolean): Promise<string> {
  const found = await resolveOnce(host, (address) => privateAllowed || isPublicAddress(address));
  if (found === 'unknown') throw new ImportFailed(`The host ${host} could not be found.`);
  if (found === 'forbidden') throw new ImportFailed('Imports are not allowed from that URL.');
  return found.address;
}
