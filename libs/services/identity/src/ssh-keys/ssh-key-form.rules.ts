import type { FormFailure } from '@hearth/pages';

/**
 * Places the failures of a key at the fields of its form, which has none for the fingerprint: it is shown at the key, whose own failure is clearer.
 * @param prefix of the fields in the refusal
 */
export function placedKeyFailures(failures: readonly FormFailure[], prefix = ''): FormFailure[] {
  const named = failures.map(({ field, text }) => ({ field: field?.replace(prefix, '') ?? null, text }));
  const keyFailed = named.some(({ field }) => field === 'key');
  return named
    .filter(({ field }) => !keyFailed || field !== 'fingerprint')
    .map(({ field, text }) => ({ field: field === 'fingerprint' ? 'key' : field, text }));
}
