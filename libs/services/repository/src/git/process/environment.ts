import type { Quarantine } from './quarantine.js';

/** Who a change is written down for in the reflog. */
export interface Committer {
  readonly name: string;
  readonly email: string;
}

/** What a single git process may be given beyond the fixed environment. */
export interface GitVariables {
  /** The value of the client's Git-Protocol header. */
  readonly protocol?: string;
  /** Lets the process see objects of a push that is not accepted yet. */
  readonly quarantine?: Quarantine;
  readonly committer?: Committer;
  /** Configuration of this process alone; unlike flags it does not show in lists of processes. */
  readonly configuration?: Readonly<Record<string, string>>;
}

/** Configuration of every git process, above that of the repository: git reads the machine's own not at all. */
const CONFIGURATION: Readonly<Record<string, string>> = {
  // Storages may belong to another user than the one that runs the service (volumes, restores).
  'safe.directory': '*',
  // Saves a look-up of each id among the refs, and the warnings that nobody reads.
  'core.warnAmbiguousRefs': 'false',
  'core.attributesFile': '/dev/null',
  'core.excludesFile': '/dev/null',
  'core.fsmonitor': 'false',
  // Two pushes of neighbouring refs meet at packed-refs: waiting is better than refusing.
  'core.filesRefLockTimeout': '2000',
  'core.packedRefsTimeout': '5000',
  // Maintenance is decided by the service, never by a request.
  'gc.auto': '0',
  'maintenance.auto': 'false',
  // A pack of some hundred kilobytes may hold one blob of a gigabyte: larger ones than this are written as they come, not held in memory.
  'core.bigFileThreshold': '50m',
  // The machine is shared between gits by their number: each takes one core and a bounded search window.
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
  // A path of a caller is a name, never a pattern.
  GIT_LITERAL_PATHSPECS: '1',
  // refs/replace can be pushed by anyone who can push: it must not change what others read.
  GIT_NO_REPLACE_OBJECTS: '1',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/** The service's own committer, so that git never asks the machine for one. */
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
    ...(variables.protocol !== undefined && { GIT_PROTOCOL: variables.protocol }),
    ...(variables.quarantine && {
      GIT_QUARANTINE_PATH: variables.quarantine.path,
      GIT_OBJECT_DIRECTORY: variables.quarantine.objectDirectory,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: variables.quarantine.alternates,
    }),
  };
}

/** A name or address without what would end it early in a commit or tag. */
export function identityText(text: string): string {
  return text.replace(/[\x00-\x1f\x7f<>]/g, ' ').trim();
}
