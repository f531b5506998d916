import type { RepositoryPath } from '../refs/paths.js';

type FlagKind = 'switch' | 'number' | 'text';
type Flags = Readonly<Record<string, FlagKind>>;
type FlagValue<Kind> = Kind extends 'switch' ? boolean : Kind extends 'number' ? number : string;

/** Sub-command with its permitted flags by kind, and whether it takes `--end-of-options` before its operands. */
export interface SubCommand<F extends Flags = Flags> {
  readonly name: string;
  readonly flags: F;
  readonly endOfOptions: boolean;
}

/** Arguments that one call adds to a declared sub-command. */
export interface CallOf<F extends Flags> {
  /** Left out for commands that take the repository as an operand or make one. */
  readonly repository?: RepositoryPath;
  readonly config?: Readonly<Record<string, string>>;
  readonly flags?: { readonly [Name in keyof F]?: FlagValue<F[Name]> };
  readonly operands?: readonly string[];
  /** Set after `--`; always literal names. */
  readonly paths?: readonly string[];
}

/** Call that is ready to start; only {@link call} makes one. */
export interface GitCall {
  readonly name: string;
  readonly repository: RepositoryPath | null;
  readonly argv: readonly string[];
}

function declare<const F extends Flags>(name: string, endOfOptions: boolean, flags: F): SubCommand<F> {
  return { name, endOfOptions, flags };
}

/** All git commands of this service. `run.integration.spec.ts` checks the declarations against git. */
export const COMMANDS = {
  archive: declare('archive', true, { '--format': 'text', '--prefix': 'text' }),
  blame: declare('blame', false, { '--porcelain': 'switch' }),
  catFileBatch: declare('cat-file', false, { '--batch-command': 'switch' }),
  catFile: declare('cat-file', true, {}),
  clone: declare('clone', true, {
    '--bare': 'switch',
    '--local': 'switch',
    '--quiet': 'switch',
    '--template': 'text',
    '--upload-pack': 'text',
  }),
  commitGraphWrite: declare('commit-graph write', false, {
    '--reachable': 'switch',
    '--split': 'switch',
    '--changed-paths': 'switch',
    '--no-progress': 'switch',
  }),
  diffTree: declare('diff-tree', true, {
    '-r': 'switch',
    '-z': 'switch',
    '--raw': 'switch',
    '--patch': 'switch',
    '--patch-with-raw': 'switch',
    '--binary': 'switch',
    '--full-index': 'switch',
    '--ignore-all-space': 'switch',
    '--shortstat': 'switch',
    '--find-renames': 'switch',
    '--no-ext-diff': 'switch',
    '--no-color': 'switch',
    '--root': 'switch',
    '--stdin': 'switch',
  }),
  commitGraphReplace: declare('commit-graph write', false, {
    '--reachable': 'switch',
    '--split': 'text',
    '--changed-paths': 'switch',
    '--no-progress': 'switch',
  }),
  fetch: declare('fetch', true, {
    '--atomic': 'switch',
    '--quiet': 'switch',
    '--no-tags': 'switch',
    '--no-write-fetch-head': 'switch',
    '--recurse-submodules': 'text',
    '--refmap': 'text',
    '--stdin': 'switch',
    '--upload-pack': 'text',
  }),
  forEachRef: declare('for-each-ref', true, {
    '--format': 'text',
    '--count': 'number',
    '--contains': 'text',
    '--merged': 'text',
    '--no-merged': 'text',
  }),
  formatPatch: declare('format-patch', true, {
    '--stdout': 'switch',
    '--binary': 'switch',
    '--full-index': 'switch',
    '--find-renames': 'switch',
    '--no-ext-diff': 'switch',
    '--no-signature': 'switch',
    '--root': 'switch',
  }),
  fsck: declare('fsck', false, {
    '--connectivity-only': 'switch',
    '--full': 'switch',
    '--no-dangling': 'switch',
    '--no-progress': 'switch',
  }),
  grep: declare('grep', false, {
    '-I': 'switch',
    '--context': 'number',
    '--fixed-strings': 'switch',
    '--ignore-case': 'switch',
    '--line-number': 'switch',
    '--no-color': 'switch',
    '--null': 'switch',
    '--threads': 'number',
    // Reads the text from standard input.
    '-f-': 'switch',
  }),
  indexPack: declare('index-pack', false, { '--stdin': 'switch', '--fsck-objects': 'switch' }),
  init: declare('init', true, {
    '--bare': 'switch',
    '--quiet': 'switch',
    '--initial-branch': 'text',
    '--object-format': 'text',
    '--template': 'text',
  }),
  log: declare('log', true, {
    '-c': 'switch',
    '-z': 'switch',
    '--format': 'text',
    '--name-only': 'switch',
    '--shortstat': 'switch',
    '--find-renames': 'switch',
    '--no-merges': 'switch',
    '--no-ext-diff': 'switch',
    '--no-color': 'switch',
    '--max-count': 'number',
    '--no-renames': 'switch',
    '--stdin': 'switch',
    '--topo-order': 'switch',
  }),
  lsRemote: declare('ls-remote', true, { '--symref': 'switch', '--upload-pack': 'text' }),
  lsTree: declare('ls-tree', true, { '-r': 'switch', '-t': 'switch', '-z': 'switch', '--long': 'switch' }),
  mergeBase: declare('merge-base', true, { '--is-ancestor': 'switch', '--octopus': 'switch' }),
  packObjects: declare('pack-objects', false, {
    '--stdout': 'switch',
    '--revs': 'switch',
    '--delta-base-offset': 'switch',
    '-q': 'switch',
  }),
  packRefs: declare('pack-refs', false, { '--all': 'switch' }),
  mktag: declare('mktag', false, {}),
  mergeTree: declare('merge-tree', false, {
    '--write-tree': 'switch',
    '--no-messages': 'switch',
    '--allow-unrelated-histories': 'switch',
  }),
  receivePack: declare('receive-pack', false, { '--stateless-rpc': 'switch', '--http-backend-info-refs': 'switch' }),
  reflogExpire: declare('reflog expire', false, {
    '--all': 'switch',
    '--expire': 'text',
    '--expire-unreachable': 'text',
  }),
  repack: declare('repack', false, {
    '-d': 'switch',
    '--quiet': 'switch',
    '--geometric': 'number',
    '--cruft': 'switch',
    '--cruft-expiration': 'text',
  }),
  revList: declare('rev-list', true, {
    '--author': 'text',
    '--count': 'switch',
    '--first-parent': 'switch',
    '--fixed-strings': 'switch',
    '--grep': 'text',
    '--left-right': 'switch',
    '--max-count': 'number',
    '--no-object-names': 'switch',
    '--objects': 'switch',
    '--parents': 'switch',
    '--regexp-ignore-case': 'switch',
    '--reverse': 'switch',
    '--since': 'text',
    '--stdin': 'switch',
    '--topo-order': 'switch',
    '--until': 'text',
  }),
  symbolicRef: declare('symbolic-ref', true, {}),
  uploadArchive: declare('upload-archive', false, {}),
  updateRefStdin: declare('update-ref', false, { '--stdin': 'switch', '-z': 'switch', '--no-deref': 'switch' }),
  uploadPack: declare('upload-pack', false, {
    '--strict': 'switch',
    '--stateless-rpc': 'switch',
    '--http-backend-info-refs': 'switch',
  }),
} as const;

/**
 * Builds the argument array of a call. Operands cannot become options: they follow `--end-of-options` where the
 * sub-command takes it, and a leading `-` throws a TypeError where it does not.
 */
export function call<const F extends Flags>(command: SubCommand<F>, options: CallOf<F> = {}): GitCall {
  const operands = options.operands ?? [];
  if (!command.endOfOptions && operands.some((operand) => operand.startsWith('-'))) {
    throw new TypeError(`git ${command.name} would read an operand as an option`);
  }
  const argv = [
    ...(options.repository === undefined ? [] : [`--git-dir=${options.repository}`]),
    ...Object.entries(options.config ?? {}).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ...command.name.split(' '),
    ...flagArguments(command, options.flags ?? {}),
    ...(command.endOfOptions && operands.length > 0 ? ['--end-of-options'] : []),
    ...operands,
    ...(options.paths === undefined ? [] : ['--', ...options.paths]),
  ];
  if (argv.some((argument) => argument.includes('\0'))) throw new TypeError('an argument of git holds NUL');
  return { name: command.name, repository: options.repository ?? null, argv };
}

function flagArguments(command: SubCommand, values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).flatMap(([flag, value]) => {
    const kind = command.flags[flag];
    if (kind === undefined) throw new TypeError(`git ${command.name} is not declared with ${flag}`);
    if (value === undefined || value === false) return [];
    if (kind === 'switch') return [flag];
    return [`${flag}=${String(value)}`];
  });
}
