import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { Refusal } from '@hearth/contract-kit';
import { MalformedMultipart } from '../refusals.js';
import { baseName } from './multipart.js';

/** A file of a multipart form, as the client sends it. */
export interface SentFile {
  /** The client's file name, without folders. */
  readonly name: string;
  readonly content: Readable;
}

/**
 * Streams the file of a request to `store`; returns undefined when the request has none.
 * @param most bytes by which the request is limited, with room for the rest of the form: `store` enforces the limit of the file itself
 */
export type ReceiveFile = <T>(most: number, store: (file: SentFile) => Promise<T>) => Promise<T | undefined>;

/** A skipped part costs as much as hundreds of its bytes. */
const MAX_PARTS = 64;
/** With some broken forms the parser never reports its end. After the last byte, only the rest has to be written. */
const PATIENCE_MS = 30_000;

/**
 * Streams the first file of a field while the form is read.
 * @returns the result of `store`; undefined when the form has no such file
 * @throws MalformedMultipart; errors of the body; errors of `store`
 */
export async function receiveFile<T>(
  headers: IncomingHttpHeaders,
  body: AsyncIterable<Buffer>,
  field: string,
  store: (file: SentFile) => Promise<T>,
): Promise<T | undefined> {
  const form = newForm(headers);
  let content: Readable | undefined;
  let stored: Promise<T> | undefined;
  let failure: unknown;
  form.on('partsLimit', () => form.destroy(MalformedMultipart()));
  form.on('file', (name: string | undefined, file, fileName) => {
    file.on('error', () => undefined);
    if (name !== field || fileName === '' || stored) return void file.resume();
    content = file as Readable;
    stored = store({ name: baseName(fileName), content });
    // The rest of a file that cannot be stored need not be read.
    stored.catch((error: unknown) => form.destroy((failure = error) as Error));
  });
  let patience: NodeJS.Timeout | undefined;
  try {
    await pipeline(async function* () {
      yield* body;
      patience = setTimeout(() => form.destroy(MalformedMultipart()), PATIENCE_MS);
    }, form);
  } catch (error) {
    const reason = failure ?? (error instanceof Refusal ? error : MalformedMultipart());
    content?.destroy(reason as Error);
    // Waits until `store` has removed its incomplete data: no answer is sent before.
    await stored?.catch(() => undefined);
    throw reason;
  } finally {
    clearTimeout(patience);
  }
  return stored;
}

function newForm(headers: IncomingHttpHeaders) {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: { fieldSize: 1024, parts: MAX_PARTS },
      isPartAFile: (_field, _type, name) => name !== undefined,
    });
  } catch {
    throw MalformedMultipart();
  }
}
