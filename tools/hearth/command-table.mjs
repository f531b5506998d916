import path from 'node:path';
import { existsSync, readdirSync } from 'node:fs';
import { importNotes, importOptions } from './import/options.mjs';
import { root } from './paths.mjs';

const data = { type: 'string', value: 'DIR', help: 'the data folder (default: .hearth in the checkout)' };
/** For commands to which another folder is a mistyped one. */
const usedData = { ...data, used: true };
const secretsOfBackup = {
  'passphrase-file': {
    type: 'string',
    value: 'FILE',
    help: 'the passphrase of the keys and passwords (or HEARTH_BACKUP_PASSPHRASE_FILE)',
  },
  'without-secrets': { type: 'boolean', help: 'leave keys and passwords out' },
};
const json = { type: 'boolean', help: 'print JSON' };

/** Scopes of tokens, as in identity. */
export const SCOPES = ['api', 'read_api', 'read_user', 'read_repository', 'write_repository', 'sudo'];

/**
 * The commands: what each takes and what it says about itself. `arguments` are positional ones, in brackets when they may
 * be left out, with an ellipsis when there may be several. A `configured` command reads the configuration file first. One that
 * `passesThrough` takes no options behind its first argument. `folder`: of its file, within `commands/`.
 */
export const COMMANDS = {
  up: {
    configured: true,
    summary: 'install what is missing, start everything, keep it running',
    options: {
      split: { type: 'boolean', help: 'every service as a process of its own, with a real Kafka' },
      replicas: { type: 'string', value: 'N', help: 'with --split: N processes of each service but repository' },
      storages: {
        type: 'string',
        value: 'N',
        help: 'with --split: at least N storages, each with a repository process of its own (default: 2)',
      },
      images: {
        type: 'string',
        value: 'DIR',
        help: "with --split: run the images' trees in DIR, with the environment of docker-compose.yml",
      },
      port: { type: 'string', value: 'N', help: 'the public port (default: 8080)' },
      'ssh-port': { type: 'string', value: 'N|off', help: 'the public port for git over SSH (default: 2222)' },
      host: { type: 'string', value: 'H', help: 'the address to listen on (default: 127.0.0.1)' },
      data,
      detach: { type: 'boolean', help: 'return once the system answers' },
      yes: { type: 'boolean', help: 'with --split: install missing system packages (Java, Maven) without asking' },
    },
    notes: [
      'The data folder remembers --storages; ./hearth storage add adds one more, with a name of its own.',
      'Of several gateways the first one has the public port; ./hearth status tells the ports of the others.',
      'DATABASE_URL and KAFKA_BROKERS use servers of yours instead of starting any.',
      'HEARTH_ROOT_PASSWORD is the password to make the administrator with (default: a generated one, printed once).',
    ],
  },
  down: { summary: 'stop all of it cleanly and wait until it has', options: { data: usedData } },
  restart: {
    configured: true,
    summary: 'build what changed; restart the service processes, or those named, one after the other',
    arguments: ['[NAME…]'],
    options: { data: usedData },
    notes: [
      'Each finishes what it has begun (HEARTH_GRACE, 30s), and is ready again before the next one is restarted.',
      'New migrations are for ./hearth migrate, before this.',
      'Requests that reach services meanwhile wait; where there is one gateway only, its port is closed for a moment.',
    ],
  },
  status: {
    summary: 'mode, URL and every process; exit status 0 ready, 1 not ready, 3 down',
    options: { json, data: usedData },
  },
  inspect: {
    summary: 'print what a service process says of itself: its metrics, problems, or ids of keys',
    arguments: ['NAME', 'metrics|health|keys'],
    options: { data: usedData },
    notes: ['NAME as in ./hearth status. For Prometheus and its like see docs/observability.md.'],
  },
  token: {
    configured: true,
    summary: 'print a new personal access token of a user',
    arguments: ['USER'],
    options: {
      scopes: { type: 'string', value: 'A,B', help: `what it allows, of ${SCOPES.join(', ')} (default: api)` },
      data: usedData,
    },
  },
  admin: {
    configured: true,
    summary: 'make a user an admin who is not blocked, when no admin can sign in any more',
    arguments: ['USER'],
    options: { data: usedData },
  },
  migrate: {
    configured: true,
    summary: 'bring the database (and the topics) up to date; `up` does it too',
    options: { data },
  },
  backup: {
    configured: true,
    summary:
      'add a snapshot of database, repositories, artifacts, traces and secrets to a backup, while Hearth runs or not',
    arguments: ['TARGET'],
    options: {
      keep: { type: 'string', value: 'N', help: 'then delete all snapshots but the N newest' },
      ...secretsOfBackup,
      data: usedData,
    },
    notes: [
      'TARGET is a folder or s3://bucket/prefix. What it has of earlier snapshots is not stored again.',
      'The snapshot has every write that was answered before its start. docs/backup.md says more.',
    ],
  },
  restore: {
    configured: true,
    summary: 'restore a snapshot into an empty data folder, and its database or the empty one of DATABASE_URL',
    arguments: ['TARGET'],
    options: {
      at: { type: 'string', value: 'NAME', help: 'the snapshot (default: the newest)' },
      ...secretsOfBackup,
      data,
    },
    notes: ['Exit status 1 with the data in place when a repository is older than the database says.'],
  },
  import: {
    summary: 'bring groups and projects from a GitLab or another Hearth, by its API',
    arguments: ['gitlab', 'URL', 'PATH', '[PATH…]'],
    options: { ...importOptions, json, data: usedData },
    notes: importNotes,
  },
  'dead-letters': {
    configured: true,
    summary: 'list events and jobs that were given up, or give them once more',
    arguments: ['list|replay', '[ID…]'],
    options: {
      service: { type: 'string', value: 'S', help: 'only those of one service' },
      kind: { type: 'string', value: 'event|job', help: 'only events, or only jobs' },
      all: { type: 'boolean', help: 'list: more than the first 100; replay: all instead of those with an ID' },
      json: { ...json, help: 'list: print JSON, with what the events and jobs say' },
      data: usedData,
    },
    notes: [
      'Mend the cause first: replayed events and jobs have all their attempts again, and take effect once.',
      'Exit status 1 when something could not be replayed, 2 for an ID that cannot be one. docs/messaging.md says more.',
    ],
  },
  storage: {
    configured: true,
    summary: 'list the storages of repositories, add and empty them, move repositories between them, check them',
    arguments: ['list|add|drain|open|maintenance|weight|move|balance|check|accept-loss', '[NAME…]'],
    options: {
      group: { type: 'string', value: 'PATH', help: 'move: the repositories of a group and its subgroups' },
      to: { type: 'string', value: 'STORAGE', help: 'move --group: where they go' },
      'dry-run': { type: 'boolean', help: 'balance, move --group: print the moves, and move nothing' },
      'no-wait': { type: 'boolean', help: 'drain, move, check: do not wait for the end' },
      'at-once': {
        type: 'string',
        value: 'N',
        help: 'balance, move --group: moves that run at the same time (default: 4)',
      },
      pause: {
        type: 'string',
        value: 'SECONDS',
        help: 'balance, move --group: the pause after each move (default: 0)',
      },
      json: { ...json, help: 'list, check, --dry-run: print JSON' },
      data: usedData,
    },
    notes: [
      'list                        what is on each storage, whether it is served, and its last check',
      'add STORAGE                 a new one in the data folder, which the next ./hearth up serves',
      'drain STORAGE               takes nothing new there, and moves its repositories and copies to the others',
      'open STORAGE                takes new repositories there again',
      'maintenance STORAGE on|off  its repositories are only read: pushes and changes are answered 503',
      'weight STORAGE N            how many repositories it gets, relative to others with as much free space (1)',
      'move PROJECT STORAGE        the repository of a project, by its id or path (group/project)',
      'move --group PATH --to S    those of a group and its subgroups; what is there already is left out',
      'balance                     moves repositories until the storages are evenly used by bytes and weight',
      'check [STORAGE]             reads every object, and compares copies with their repositories; exit status 1',
      '                            when a repository is damaged. Damaged copies are made anew',
      'accept-loss STORAGE         goes on without the changes that only a lost storage had',
      '',
      'drain, move and balance may be interrupted and run again. docs/operations.md says more.',
      'accept-loss is for a storage that is not served and will not be again: its repositories go on from the copies with the most changes,',
      'and those without a copy begin empty. Refs that come back are set aside on their storage, in refs/hearth/diverged.',
    ],
  },
  'rotate-keys': {
    configured: true,
    summary: 'replace the signing keys and the encryption key, while requests run (default: both)',
    options: {
      signing: { type: 'boolean', help: 'the keys that services sign calls with' },
      encryption: { type: 'boolean', help: 'the key of what is stored encrypted, and encrypt that again' },
      wait: { type: 'boolean', help: 'wait (two minutes) until the old keys can be removed too' },
      data: usedData,
    },
    notes: [
      'The old keys stay valid for what was signed or encrypted with them a moment ago; the next run removes them.',
      'May be interrupted at any point and run again. docs/keys.md says more.',
    ],
  },
  test: {
    folder: 'development/',
    summary: 'run the test suites, or one of them, or the specs of one whose path holds PATTERN',
    arguments: [`[${suiteNames().join('|')}|affected|upgrades]`, '[PATTERN]'],
    options: {
      all: {
        type: 'boolean',
        help: 'e2e and fuzz: everything in both modes, the journey by clicks on a desk; integration: also libgit2, and a Kubernetes API server that takes k8s/; faults: 100 merges, 200 journeys on storages, every service restarted',
      },
      seed: {
        type: 'string',
        value: 'N',
        help: 'what requests and faults are drawn from (default: 4711 for requests, a new one for faults)',
      },
      base: {
        type: 'string',
        value: 'REF',
        help: 'affected: the revision that the change began from (default: where it left the default branch)',
      },
      from: { type: 'string', value: 'REF', help: 'upgrades: the revision whose system is started first' },
    },
    notes: [
      'PATTERN is part of a path, for example projects/src/members. What the suite needs is started for the run and',
      'stopped after it; HEARTH_TEST_DATABASE_URL and KAFKA_BROKERS name servers that integration specs use instead.',
      'System packages that are missing (Java, Maven, Python, Redis, Chromium) are installed where this user may, and named',
      'before; HEARTH_TEST_BROWSER is the path of a Chromium of yours.',
      'unit with a PATTERN leaves the checks (lint, format, generated files) out.',
      'upgrades builds REF in a worktree of its own, starts its system, and replaces service by service by this checkout under load.',
      'affected runs the checks, and the unit, integration and e2e specs of the projects that nx affected names.',
    ],
  },
  bench: {
    folder: 'development/',
    summary: 'run a benchmark',
    arguments: ['NAME'],
    options: {
      json,
      only: {
        type: 'string',
        value: 'TEXT',
        help: 'only the parts whose name begins so; lists, scale: paths of requests; abuse: attacks; start: processes',
      },
      large: {
        type: 'boolean',
        help: 'git: a repository of 80 000 commits and 300 MB, not of 10 000 and 15 MB',
      },
      minutes: { type: 'string', value: 'N', help: 'soak: how long it lasts (default: 60)' },
    },
    notes: [
      `Benchmarks: ${benchmarks().join(', ') || 'none'}. bench/README.md says what each of them measures.`,
      'Each starts a Hearth of its own with a data folder of its own, and leaves nothing behind.',
      'Exit status 1 when a goal is missed.',
    ],
  },
  engine: {
    folder: 'development/',
    summary: 'build the second engine of git, libgit2 by the package nodegit',
    arguments: ['nodegit'],
    options: {
      yes: { type: 'boolean', help: 'install missing system packages (a C++ compiler, headers) without asking' },
    },
    notes: [
      'Takes some minutes, once; nothing else of Hearth needs it. HEARTH_GIT_ENGINE=nodegit chooses it.',
      'libs/services/repository/docs/git-storage.md says what it does, and bench/README.md when it is faster.',
    ],
  },
  docs: {
    folder: 'development/',
    summary: 'build the documentation site, or serve it while its pages are edited',
    arguments: ['build|serve'],
    options: { port: { type: 'string', value: 'N', help: 'serve: the port (default: 5173)' } },
    notes: [
      'Fetches VitePress once, which nothing else needs. The site has every page of the repository, and a search.',
      'build fails for a link that leads nowhere.',
    ],
  },
  exec: {
    folder: 'development/',
    summary: "run a command with Hearth's Node first in PATH: npm, npx and node are then of that version",
    arguments: ['COMMAND', '[ARGUMENT…]'],
    options: {},
    passesThrough: true,
    notes: ['Installs the packages that are missing; builds nothing. The exit status is that of the command.'],
  },
  config: {
    summary: 'check the settings of hearth.yaml and of variables, or show them and where each is from',
    arguments: ['check|show'],
    options: {
      all: { type: 'boolean', help: 'show: also defaults' },
      json: { ...json, help: 'show: print JSON' },
      data,
    },
    notes: [
      'The file is hearth.yaml of the data folder, or that of HEARTH_CONFIG_FILE; variables win over it.',
      'check has exit status 1 when there are mistakes. show cuts out secrets. docs/CONFIGURATION.md has all settings.',
    ],
  },
  'support-bundle': {
    summary: 'write an archive for a report: versions, settings, health, metrics, queues, disks, logs; no secrets',
    arguments: ['[FILE]'],
    options: { data: usedData },
    notes: ['FILE is hearth-support-TIME.tar.gz in this folder by default. Works also when Hearth does not run.'],
  },
  doctor: {
    summary: 'check what Hearth needs on this machine, with the remedy for what is missing or open to others',
    options: { data },
  },
};

/** The suites of `./hearth test`. */
export function suiteNames() {
  const faults = existsSync(path.join(root, 'apps/e2e/src/faults')) ? ['faults'] : [];
  return ['unit', 'integration', 'e2e', ...faults, 'fuzz'];
}

/** The benchmarks that there are: one program each, by file name. */
export function benchmarks() {
  const sources = path.join(root, 'bench/src');
  const files = existsSync(sources) ? readdirSync(sources) : [];
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => file.slice(0, -'.ts'.length));
}
