import type { Quarantine } from './quarantine.js';

/** Name and address for the reflog entry of a change. */
export interface Committer {
  readonly name: string;
  readonly email: string;
}

/** Variables of a single git process, in addition to the fixed environment. */
export interface GitVariables {
  /** The value of the client's Git-Protocol header. */
  readonly protocol?: string;
  /** Makes the objects of a push visible that is not accepted yet. */
  readonly quarantine?: Quarantine;
  readonly committer?: Committer;
  /** Paths are patterns of git: never those of a caller, unless they are marked as literal. */
  readonly pathPatterns?: boolean;
  /** Configuration of this process alone. Unlike flags, it is not visible in process listings. */
  readonly configuration?: Readonly<Record<string, string>>;
}

/** Configuration of every git process. It takes precedence over that of the repository; git does not read the machine's own. */
const CONFIGURATION: Readonly<Record<string, string>> = {
  // Storages may belong to another user than the one that runs the service (volumes, restores).
  'safe.directory': '*',
  // Saves a look-up of each id among the refs, and warnings that are not read.
  'core.warnAmbiguousRefs': 'false',
  'core.attributesFile': '/dev/null',
  'core.excludesFile': '/dev/null',
  'core.fsmonitor': 'false',
  // Two pushes of neighbouring refs contend for packed-refs: waiting is better than refusing.
  'core.filesRefLockTimeout': '2000',
  'core.packedRefsTimeout': '5000',
  // The service decides about maintenance, never a request.
  'gc.auto': '0',
  'maintenance.auto': 'false',
  // A pack of a few hundred kilobytes may hold one blob of a gigabyte. Blobs larger than this are streamed, not held in memory.
  'core.bigFileThreshold': '50m',
  // Many gits share the machine, so each uses one core and a bounded search window.
  'pack.threads': '1',
  'pack.windowMemory': '100m',
  'receive.autogc': 'false',
};

function configurationVariables(configuration: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const entries = Object.entries(configuration);
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(entries.length)],
    ...entries.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ]) as NodeJS.ProcessEnv;
}

const FIXED: Readonly<NodeJS.ProcessEnv> = {
  ...configurationVariables(CONFIGURATION),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'true',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_ADVICE: '0',
  // A caller's path is a name, never a pattern.
  GIT_LITERAL_PATHSPECS: '1',
  // Users with push access can push refs/replace. It must not change what others read.
  GIT_NO_REPLACE_OBJECTS: '1',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/** Committer of the service, so that git never asks the machine for one. */
const SERVICE_COMMITTER: Committer = { name: 'Hearth', email: 'noreply@hearth.invalid' };

/**
 * The whole environment of a git process. Nothing but PATH is inherited: hooks and helpers must not see the service's
 * secrets.
 */
export function gitEnvironment(variables: GitVariables = {}): NodeJS.ProcessEnv {
  const committer = variables.committer ?? SERVICE_COMMITTER;
  return {
    ...FIXED,
    PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    ...(variables.configuration && configurationVariables({ ...CONFIGURATION, ...variables.configuration })),
    GIT_COMMITTER_NAME: identityText(committer.name) || SERVICE_COMMITTER.name,
    GIT_COMMITTER_EMAIL: identityText(committer.email),
    ...(variables.pathPatterns && { GIT_LITERAL_PATHSPECS: '0' }),
    ...(variables.protocol !== undefined && { GIT_PROTOCOL: variables.protocol }),
    ...(variables.quarantine && {
      GIT_QUARANTINE_PATH: variables.quarantine.path,
      GIT_OBJECT_DIRECTORY: variables.quarantine.objectDirectory,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: variables.quarantine.alternates,
    }),
  };
}

/** Returns a name or address without the characters that would end it early in a commit or tag. */
export function identityText(text: string): string {
  return text.replace(/[\x00-\x1f\x7f<>]/g, ' ').trim();
}
