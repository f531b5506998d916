import type { IncomingHttpHeaders } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { bounded } from './bounded.js';
import { parseForm } from './query.js';
import { EntityTooLarge, MalformedMultipart } from '../refusals.js';
import { UploadedFile } from './uploaded-file.js';

/** Size limit of a form in bytes: of all fields together, and of each file. */
export const FORM_LIMIT = 1024 * 1024;
const MAX_FILES = 4;
/** A part costs as much as hundreds of its bytes. */
const MAX_PARTS = 4096;
/** The parser needs no time after the last byte, yet with some broken forms it never reports its end. */
const PATIENCE_MS = 500;
/** Most bytes of the whole body: skipped parts count as well. */
export const WHOLE_LIMIT = 32 * FORM_LIMIT;
/** File fields have plain names: files are not elements of lists or hashes. */
const FILE_FIELD = /^[a-z][a-z0-9_]*$/i;

/**
 * Reads a multipart form: fields, with bracket names as in any form, and files as UploadedFile.
 * @throws EntityTooLarge, MalformedMultipart
 */
export async function readMultipart(headers: IncomingHttpHeaders, body: Readable): Promise<Record<string, unknown>> {
  const fields = new URLSearchParams();
  const files: Record<string, UploadedFile> = {};
  let left = FORM_LIMIT;
  try {
    const form = new Busboy({
      headers: headers as BusboyHeaders,
      limits: { fieldSize: FORM_LIMIT, fileSize: FORM_LIMIT, files: MAX_FILES, parts: MAX_PARTS },
      isPartAFile: (_field, _type, name) => name !== undefined,
    });
    // A part may have no name, in spite of the types. An error thrown in a listener would end the process, since there it is never caught.
    form.on('field', (name: string | undefined = '', value) => {
      left -= name.length + value.length;
      if (left < 0) form.destroy(EntityTooLarge());
      else fields.append(name, value);
    });
    form.on('partsLimit', () => form.destroy(EntityTooLarge()));
    form.on('file', (field: string | undefined = '', file, name, _encoding, type) => {
      // The form fails as well, and reports it.
      file.on('error', () => undefined);
      // Without a file name no file was chosen: browsers send such a field then.
      if (name === '' || !FILE_FIELD.test(field)) return file.resume();
      const chunks: Buffer[] = [];
      file.on('data', (chunk: Buffer) => chunks.push(chunk));
      file.on('end', () => {
        files[field] = new UploadedFile(baseName(name), type, Buffer.concat(chunks), file.truncated === true);
      });
    });
    await untilRead(form, body);
  } catch (error) {
    if (EntityTooLarge.is(error)) throw error;
    throw MalformedMultipart();
  }
  return { ...parseForm(fields.toString()), ...files };
}

/** Settles when the form does, or when it does not finish although the whole body was read. */
async function untilRead(form: Writable, body: Readable): Promise<void> {
  const stuck = Promise.withResolvers<never>();
  let patience: NodeJS.Timeout | undefined;
  body.once('end', () => (patience = setTimeout(() => stuck.reject(MalformedMultipart()), PATIENCE_MS)));
  await Promise.race([pipeline(bounded(body, WHOLE_LIMIT), form), stuck.promise]).finally(() => clearTimeout(patience));
}

/** Strips folders: some clients send the whole path of the file. */
export function baseName(name: string | undefined): string {
  return (name ?? '').split(/[\\/]/).at(-1)!;
}
