import { importUrlFailure } from '@hearth/repository-contracts';
import { lengthFailures } from '@hearth/http';
import type { ImportStatus } from '../projects/project.entity.js';
import type { FieldErrors } from '../field-errors.rules.js';
import { importsFromPrivate } from './private-sources.js';

const TEXTS = { 'not a URL': 'must be a valid URL', forbidden: 'imports are not allowed from that URL' };

const MAX_URL = 2048;

/** States of a copy under way. A second one is refused until it ends, since progress reports do not identify their copy. */
const UNDER_WAY: readonly ImportStatus[] = ['scheduled', 'started'];

/**
 * Errors of a request to import a repository.
 * @param importUrl source of the repository; undefined: no import
 * @param status present status of the project's import
 */
export function importErrors(importUrl: string | undefined, status: ImportStatus = 'none'): FieldErrors {
  if (importUrl === undefined) return {};
  const [error] = [...lengthFailures(importUrl, { max: MAX_URL }), ...addressErrors(importUrl)];
  if (error !== undefined) return { import_url: [error] };
  return UNDER_WAY.includes(status) ? { import_url: ['cannot be changed during an import'] } : {};
}

function addressErrors(importUrl: string): string[] {
  const failure = importUrlFailure(importUrl, importsFromPrivate());
  return failure ? [TEXTS[failure]] : [];
}
