import path from 'node:path';

/** The repository's folder: files are judged by where they stand in it, wherever ESLint was started. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/** The kinds a file's suffix may name inside a service or a resource kit (docs/STYLE.md). */
export const KINDS = [
  'controller',
  'params',
  'view',
  'facts',
  'entity',
  'store',
  'finder',
  'rules',
  'provider',
  'module',
];

/** Folder and file names that say nothing about what is inside. */
export const EMPTY_NAMES = ['common', 'shared', 'util', 'utils', 'helper', 'helpers', 'base', 'misc'];

/** Code that specs share: libs/testing, the black-box suite, and the testing folder of a lib or an app. */
const TEST_CODE = /^(libs\/testing|apps\/e2e)\/|^(libs\/(platform|services|kits)|apps)\/[^/]+\/src\/testing\//;
const SERVICE_SOURCE = /^libs\/services\/([^/]+)\/src\/(.*)$/;
const KIT_SOURCE = /^libs\/kits\/([^/]+)\/src\/(.*)$/;

/**
 * Returns the place of a file in the repository.
 * @param {string} file path of the file, absolute or relative to the repository's root
 * @returns `path` from the repository's root with slashes; `service` the service it belongs to, if any; `sliced` true where the
 *   closed list of suffixes holds (services and resource kits); `inside` the path below src of such a lib; `folders` the folders
 *   on the way; `name` the base name without extension and `.spec`; `kind` its suffix, undefined for a bare name; `spec` whether
 *   it is a spec; `test` whether it is a spec or what specs share
 */
export function placeOf(file) {
  const relative = path.isAbsolute(file) ? path.relative(ROOT, file) : file;
  const where = relative.split(path.sep).join('/');
  const folders = where.split('/').slice(0, -1);
  const stem = path.posix.basename(where).replace(/\.(ts|mjs|js)$/, '');
  const spec = stem.endsWith('.spec');
  const name = stem.replace(/(\.integration)?\.spec$/, '');
  const dot = name.lastIndexOf('.');
  const slice = SERVICE_SOURCE.exec(where) ?? KIT_SOURCE.exec(where);
  return {
    path: where,
    folders,
    name,
    spec,
    test: spec || TEST_CODE.test(where),
    kind: dot > 0 ? name.slice(dot + 1) : undefined,
    service: SERVICE_SOURCE.exec(where)?.[1],
    sliced: slice !== null,
    inside: slice?.[2],
  };
}

/** The kind that a relative import's file name carries (`./user.store.js` is a store), undefined for packages and bare names. */
export function kindOfImport(specifier) {
  if (!specifier.startsWith('.')) return undefined;
  const name = path.posix.basename(specifier).replace(/\.(ts|js|mjs)$/, '');
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1) : undefined;
}
