import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { parseQuery } from './query.js';
import { EntityTooLarge, MalformedMultipart } from './refusals.js';

/** Most bytes of a form: of all fields together. */
export const FORM_LIMIT = 1024 * 1024;

/**
 * The fields of a multipart form, with bracket names as in any form. Files are read past: no parameter takes one.
 * @throws EntityTooLarge, MalformedMultipart
 */
export async function readMultipart(headers: IncomingHttpHeaders, body: Readable): Promise<Record<string, unknown>> {
  const fields = new URLSearchParams();
  let left = FORM_LIMIT;
  try {
    const form = new Busboy({ headers: headers as BusboyHeaders, limits: { fieldSize: FORM_LIMIT } });
    form.on('field', (name, value) => {
      left -= name.length + value.length;
      if (left < 0) form.destroy(EntityTooLarge());
      else fields.append(name, value);
    });
    form.on('file', (_name, file) => file.resume());
    await pipeline(body, form);
  } catch (error) {
    if (EntityTooLarge.is(error)) throw error;
    throw MalformedMultipart();
  }
  return parseQuery(fields.toString());
}
