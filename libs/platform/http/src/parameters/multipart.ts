import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { parseQuery } from './query.js';
import { EntityTooLarge, MalformedMultipart } from '../refusals.js';
import { UploadedFile } from './uploaded-file.js';

/** Most bytes of a form: of all fields together, and of each file. */
export const FORM_LIMIT = 1024 * 1024;
const MAX_FILES = 4;
/** Files stand beside plain fields, not inside of lists and hashes. */
const FILE_FIELD = /^[a-z][a-z0-9_]*$/i;

/**
 * The fields of a multipart form, with bracket names as in any form, and its files as UploadedFile.
 * @throws EntityTooLarge, MalformedMultipart
 */
export async function readMultipart(headers: IncomingHttpHeaders, body: Readable): Promise<Record<string, unknown>> {
  const fields = new URLSearchParams();
  const files: Record<string, UploadedFile> = {};
  let left = FORM_LIMIT;
  try {
    const form = new Busboy({
      headers: headers as BusboyHeaders,
      limits: { fieldSize: FORM_LIMIT, fileSize: FORM_LIMIT, files: MAX_FILES },
      isPartAFile: (_field, _type, name) => name !== undefined,
    });
    form.on('field', (name, value) => {
      left -= name.length + value.length;
      if (left < 0) form.destroy(EntityTooLarge());
      else fields.append(name, value);
    });
    form.on('file', (field, file, name, _encoding, type) => {
      // Without a name no file was chosen: that is how browsers send the field of a form then.
      if (name === '' || !FILE_FIELD.test(field)) return file.resume();
      const chunks: Buffer[] = [];
      file.on('data', (chunk: Buffer) => chunks.push(chunk));
      file.on('end', () => {
        files[field] = new UploadedFile(baseName(name), type, Buffer.concat(chunks), file.truncated === true);
      });
    });
    await pipeline(body, form);
  } catch (error) {
    if (EntityTooLarge.is(error)) throw error;
    throw MalformedMultipart();
  }
  return { ...parseQuery(fields.toString()), ...files };
}

/** Some clients send the whole path of the file. */
function baseName(name: string | undefined): string {
  return (name ?? '').split(/[\\/]/).at(-1)!;
}
