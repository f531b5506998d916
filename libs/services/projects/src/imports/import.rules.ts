import { importsFromPrivate } from '@hearth/config';
import { importUrlFailure } from '@hearth/contracts';
import type { FieldErrors } from '../refusals.js';

const TEXTS = { 'not a URL': 'must be a valid URL', forbidden: 'imports are not allowed from that URL' };

/** What is wrong with the address that a project is to be imported from; undefined is nothing to import. */
export function importErrors(importUrl: string | undefined, privateAllowed = importsFromPrivate()): FieldErrors {
  const failure = importUrl === undefined ? undefined : importUrlFailure(importUrl, privateAllowed);
  return failure ? { import_url: [TEXTS[failure]] } : {};
}
