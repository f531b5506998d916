import type { BuildCache } from '../../builds/build-options.js';
import { boolean, checkKeys, field, isBlank, isFields, isGiven, isText, oneOf, text, texts } from '../checks.rules.js';
import { invalid } from '../configuration-invalid.js';

/** Key of a cache that changes with some files. */
export interface FilesKey {
  readonly files: readonly string[];
  readonly prefix: string | null;
}

/** Cache before the key of its files is known. */
export type ConfiguredCache = Omit<BuildCache, 'key'> & { readonly key: string | FilesKey };

const MOST_CACHES = 4;
const MOST_FILES = 2;
const MOST_FALLBACK_KEYS = 5;
/** Runners from 16.1 on expand a variable. */
const POLICY = /^(?:pull-push|push|pull|\$\w+|\$\{\w+\})$/;
const KEYS = ['key', 'untracked', 'paths', 'policy', 'when', 'fallback_keys', 'unprotect'];

/** Reads a cache, or several. @throws ConfigurationInvalid */
export function cachesIn(place: string, value: unknown): readonly ConfiguredCache[] | undefined {
  if (!isGiven(value)) return undefined;
  if (!Array.isArray(value)) return [cacheIn(place, value)];
  if (value.length > MOST_CACHES) throw invalid(place, `config has too many entries (maximum is ${MOST_CACHES})`);
  return value.map((cache: unknown) => cacheIn(place, cache));
}

function cacheIn(place: string, value: unknown): ConfiguredCache {
  if (!isFields(value)) throw invalid(place, 'config should be a hash');
  checkKeys(place, value, KEYS);
  const policy = text(`${place} policy`, field(value, 'policy'));
  if (policy !== null && !POLICY.test(policy))
    throw invalid(place, 'policy should be a variable or one of: pull-push, push, pull');
  const key = keyIn(`${place}:key`, field(value, 'key'));
  const untracked = boolean(`${place}:untracked config`, field(value, 'untracked'));
  const unprotect = boolean(`${place}:unprotect config`, field(value, 'unprotect'));
  const paths = texts(`${place}:paths config`, field(value, 'paths'));
  const whens = ['on_success', 'on_failure', 'always'] as const;
  const when = oneOf(place, field(value, 'when'), whens, 'when should be on_success, on_failure or always');
  const fallbackKeys = texts(`${place}:fallback_keys config`, field(value, 'fallback_keys'));
  if (fallbackKeys && fallbackKeys.length > MOST_FALLBACK_KEYS)
    throw invalid(`${place}:fallback_keys`, `config has too many entries (maximum is ${MOST_FALLBACK_KEYS})`);
  return {
    ...{ key, untracked: untracked ?? false, paths: paths ?? [], policy: policy ?? 'pull-push' },
    ...(when && { when }),
    ...(unprotect && { unprotect }),
    ...(fallbackKeys && { fallbackKeys: fallbackKeys.map((each) => checkedKey(`${place}:fallback_keys`, each)) }),
  };
}

function keyIn(place: string, value: unknown): string | FilesKey {
  if (!isGiven(value)) return 'default';
  if (!isFields(value)) return checkedKey(place, value);
  checkKeys(place, value, ['files', 'prefix']);
  const files = texts(`${place}:files config`, field(value, 'files'));
  if (!files || isBlank(files)) throw invalid(`${place}:files`, 'config requires at least 1 item');
  if (files.length > MOST_FILES)
    throw invalid(`${place}:files`, `config has too many items (maximum is ${MOST_FILES})`);
  if (files.some((file) => /[*?[{$]/.test(file))) throw invalid(`${place}:files`, 'config should be paths of files');
  const prefix = text(`${place}:prefix`, field(value, 'prefix'));
  return { files, prefix: prefix === null ? null : checkedKey(`${place}:prefix`, prefix) };
}

/** The key names a folder on the runner. */
function checkedKey(place: string, value: unknown): string {
  if (!isText(value)) throw invalid(place, 'config should be a string or symbol');
  const unescaped = value.replace(/%2e/gi, '.').replace(/%2f/gi, '/');
  if (unescaped.includes('/')) throw invalid(place, 'config cannot contain the "/" character');
  if (unescaped === '.' || unescaped === '..') throw invalid(place, 'config cannot be "." or ".."');
  return value;
}
