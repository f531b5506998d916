import { importUrlFailure } from '@hearth/contracts';
import { lengthFailures } from '@hearth/http';
import type { ImportStatus } from '../projects/project.entity.js';
import type { FieldErrors } from '../refusals.js';
import { importsFromPrivate } from './private-sources.js';

const TEXTS = { 'not a URL': 'must be a valid URL', forbidden: 'imports are not allowed from that URL' };

const MAX_URL = 2048;

/** States in which a copy is awaited: what it tells of its progress would be taken for that of another one. */
const UNDER_WAY: readonly ImportStatus[] = ['scheduled', 'started'];

/**
 * What is wrong with having a project imported.
 * @param importUrl from where; undefined is nothing to import
 * @param status of the project as it is
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
