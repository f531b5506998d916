import { importsFromPrivate } from '@hearth/config';
import { importUrlFailure } from '@hearth/contracts';
import { lengthFailures } from '@hearth/http';
import type { FieldErrors } from '../refusals.js';

const TEXTS = { 'not a URL': 'must be a valid URL', forbidden: 'imports are not allowed from that URL' };

const MAX_URL = 2048;

/** What is wrong with the address that a project is to be imported from; undefined is nothing to import. */
export function importErrors(importUrl: string | undefined, privateAllowed = importsFromPrivate()): FieldErrors {
  if (importUrl === undefined) return {};
  const tooLong = lengthFailures(importUrl, { max: MAX_URL });
  if (tooLong.length > 0) return { import_url: tooLong };
  const failure = importUrlFailure(importUrl, privateAllowed);
  return failure ? { import_url: [TEXTS[failure]] } : {};
}
