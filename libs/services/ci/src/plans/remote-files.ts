import { Injectable } from '@nestjs/common';
import { sendOutside, Unsendable } from '@hearth/calls';
import { defineSettings, flag } from '@hearth/config';
import { importUrlFailure, isPublicAddress } from '@hearth/repository-contracts';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { shownPath, type IncludedFile } from '../configuration/composition/file-request.js';

/** Largest file, in bytes. */
const MOST_BYTES = 256 * 1024;
/** Longest time for a file, with its redirects. */
const TIMEOUT_MS = 10_000;
const MOST_REDIRECTS = 3;
/** Files that the process fetches at the same time. */
const AT_ONCE = 16;
/** Age and size, in bytes, of the files that are kept: the pipelines of one push include the same ones. */
const KEPT_MS = 30_000;
const MOST_KEPT = 16 * 1024 * 1024;

const settings = defineSettings(
  'Configurations of pipelines',
  {
    HEARTH_INCLUDE_FROM_PRIVATE: flag()
      .prefault('0')
      .describe('1 lets configurations include files from addresses of private networks, this machine included'),
  },
  { readBy: ['CiModule'] },
);

/** Fetches the files that configurations include from web servers, by the rules of imports: public addresses, each resolved once. */
@Injectable()
export class RemoteFiles {
  private readonly kept = new LRUCache<string, string>({
    ttl: KEPT_MS,
    maxSize: MOST_KEPT,
    sizeCalculation: (text) => text.length + 1,
  });
  private readonly limited = pLimit(AT_ONCE);

  /** @returns the text, or the reason for which there is none, in the API's words */
  async read(url: string): Promise<IncludedFile> {
    const known = this.kept.get(url);
    if (known !== undefined) return { text: known };
    const file = await this.limited(() => this.fetch(url));
    if ('text' in file) this.kept.set(url, file.text);
    return file;
  }

  private async fetch(address: string): Promise<IncludedFile> {
    const name = shownPath({ kind: 'remote', url: address });
    const failed = (reason: string) => ({
      error: `Remote file \`${name}\` could not be fetched because of ${reason}!`,
    });
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const body = await this.body(address, limit);
      if (typeof body === 'number') return failed(`HTTP code \`${body}\` error`);
      return body.length > MOST_BYTES ? { error: 'The parsed YAML is too big' } : { text: body.toString('utf8') };
    } catch (error) {
      if (error instanceof NoAddress) return { error: `Remote file \`${name}\` does not have a valid address!` };
      if (limit.aborted) return failed('a timeout error');
      return failed(error instanceof Unsendable ? `a blocked or unknown address` : 'HTTP error');
    }
  }

  /** Returns the content, one byte longer than the limit if it is too large, or the status of a failure. @throws NoAddress, Unsendable, the errors of the connection */
  private async body(address: string, signal: AbortSignal): Promise<Buffer | number> {
    const privateAllowed = settings.read().HEARTH_INCLUDE_FROM_PRIVATE;
    const isAllowed = (each: string) => privateAllowed || isPublicAddress(each);
    let next = address;
    for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
      const url = allowedUrl(next, privateAllowed);
      const sent = { method: 'GET' as const, url, headers: {}, verifyTls: true, isAllowed, mostBytes: MOST_BYTES + 1 };
      const { status, headers, body } = await sendOutside({ ...sent, signal });
      if (status >= 200 && status < 300) return body;
      const { location } = headers;
      if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, url.href)) return status;
      next = new URL(location, url).href;
    }
    throw new Error('too many redirects');
  }
}

class NoAddress extends Error {}

/** @throws NoAddress, Unsendable */
function allowedUrl(text: string, privateAllowed: boolean): URL {
  const failure = importUrlFailure(text, privateAllowed);
  if (failure === 'not a URL' || !/^https?:/i.test(text)) throw new NoAddress();
  if (failure) throw new Unsendable('That address is not allowed.');
  return new URL(text);
}
