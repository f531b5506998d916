import path from 'node:path';
import { parseArgs } from 'node:util';
import { revision, version } from '../release/revision.mjs';
import { COMMANDS, SCOPES } from './command-table.mjs';
import { isDataFolder } from './data-folder.mjs';
import { Failure } from './failure.mjs';
import { importNotes, importOptions } from './import/options.mjs';
import { defaultData, root } from './paths.mjs';

const USAGE_ERROR = 2;
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
export const SCOPES = ['api', 'read_user', 'read_repository', 'write_repository', 'sudo'];

/**
 * The commands: what each takes and what it says about itself. `arguments` are positional ones, in brackets when they may
 * be left out, with an ellipsis when there may be several. A command that `passesThrough` takes no options behind its first argument.
 */
export const COMMANDS = {
  up: {
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
    summary: 'print a new personal access token of a user',
    arguments: ['USER'],
    options: {
      scopes: { type: 'string', value: 'A,B', help: `what it allows, of ${SCOPES.join(', ')} (default: api)` },
      data: usedData,
    },
  },
  admin: {
    summary: 'make a user an admin who is not blocked, when no admin can sign in any more',
    arguments: ['USER'],
    options: { data: usedData },
  },
  migrate: { summary: 'bring the database (and the topics) up to date; `up` does it too', options: { data } },
  backup: {
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
      'Mend the cause first: what is replayed has all its attempts again, and what succeeds has its effect once.',
      'Exit status 1 when something could not be replayed, 2 for an ID that cannot be one. docs/messaging.md says more.',
    ],
  },
  storage: {
    summary: 'list the storages of repositories, add and empty them, move repositories between them, check them',
    arguments: ['list|add|drain|open|maintenance|weight|move|balance|check|accept-loss', '[NAME…]'],
    options: {
      'dry-run': { type: 'boolean', help: 'balance: print the moves, and move nothing' },
      'no-wait': { type: 'boolean', help: 'drain, move, check: do not wait for the end' },
      'at-once': { type: 'string', value: 'N', help: 'balance: moves that run at the same time (default: 4)' },
      pause: { type: 'string', value: 'SECONDS', help: 'balance: the pause after each move (default: 0)' },
      json: { ...json, help: 'list, check, balance --dry-run: print JSON' },
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
    summary: 'run the test suites, or one of them, or the specs of one whose path holds PATTERN',
    arguments: [`[${suiteNames().join('|')}|affected]`, '[PATTERN]'],
    options: {
      all: {
        type: 'boolean',
        help: 'e2e and fuzz: everything in both modes; integration: also libgit2, and a Kubernetes API server that takes k8s/; faults: 100 merges, 200 journeys on storages',
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
    },
    notes: [
      'PATTERN is part of a path, for example projects/src/members. What the suite needs is started for the run and',
      'stopped after it; HEARTH_TEST_DATABASE_URL and KAFKA_BROKERS name servers that integration specs use instead.',
      'System packages that are missing (Java, Maven, Python, Redis, Chromium) are installed where this user may, and named',
      'before; HEARTH_TEST_BROWSER is the path of a Chromium of yours.',
      'unit with a PATTERN leaves the checks (lint, format, generated files) out.',
      'affected runs the checks, and the unit, integration and e2e specs of the projects that nx affected names.',
    ],
  },
  bench: {
    summary: 'run a benchmark',
    arguments: ['NAME'],
    options: {
      json,
      only: {
        type: 'string',
        value: 'TEXT',
        help: 'only the parts whose name begins so; lists: paths of requests; abuse: attacks; start: processes',
      },
      large: {
        type: 'boolean',
        help: 'git: a repository of 80 000 commits and 300 MB, not of 10 000 and 15 MB',
      },
    },
    notes: [
      `Benchmarks: ${benchmarks().join(', ') || 'none'}. bench/README.md says what each of them measures.`,
      'Each starts a Hearth of its own with a data folder of its own, and leaves nothing behind.',
      'Exit status 1 when a goal is missed.',
    ],
  },
  engine: {
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
  exec: {
    summary: "run a command with Hearth's Node first in PATH: npm, npx and node are then of that version",
    arguments: ['COMMAND', '[ARGUMENT…]'],
    options: {},
    passesThrough: true,
    notes: ['Installs the packages that are missing; builds nothing. The exit status is that of the command.'],
  },
  'support-bundle': {
    summary: 'write an archive for a report: versions, settings, health, metrics, queues, disks, logs; no secrets',
    arguments: ['[FILE]'],
    options: { data: usedData },
    notes: ['FILE is hearth-support-TIME.tar.gz in this folder by default. Works also when Hearth does not run.'],
  },
  version: { summary: 'print the version, and the commit of git it is from where that is known', options: {} },
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
import { defaultData } from './paths.mjs';

/**
 * Parses a command line.
 * @param {string[]} args
 * @returns {{ help: string } | { command: string, values: object, positionals: string[] }}
 * @throws {Failure} with exit status 2 for one that cannot be understood
 */
export function parseCommandLine(args) {
  const [command, ...rest] = args;
  if (command === undefined || ['help', '-h', '--help'].includes(command)) {
    return { help: rest[0] in COMMANDS ? commandHelp(rest[0]) : overview() };
  }
  if (command === '--version') return { help: versionLine() };
  if (!Object.hasOwn(COMMANDS, command)) throw usage(`there is no command "${command}"`, '');
  const { options, arguments: expected = [], passesThrough } = COMMANDS[command];
  if (passesThrough && rest.length > 0 && !rest[0].startsWith('-')) return { command, values: {}, positionals: rest };
  const { values, positionals } = parseOptions(command, rest, options);
  if (values.help) return { help: commandHelp(command) };
  const required = expected.filter((name) => !name.startsWith('['));
  if (positionals.length < required.length) throw usage(`${command} needs ${required.join(' and ')}`, command);
  if (positionals.length > expected.length && !expected.at(-1)?.endsWith('…]'))
    throw usage(`${command} does not take "${positionals[expected.length]}"`, command);
  return { command, values: { ...values, ...checkedValues(command, values) }, positionals };
}

function parseOptions(command, args, options) {
  const known = Object.entries({ ...options, help: { type: 'boolean', short: 'h' } });
  const definitions = known.map(([name, { type, short }]) => [name, { type, ...(short ? { short } : {}) }]);
  try {
    return parseArgs({ args, options: Object.fromEntries(definitions), allowPositionals: true, strict: true });
  } catch (error) {
    const [sentence] = error.message.split(/\. |\n/);
    throw usage(sentence, command);
  }
}

function checkedValues(command, values) {
  const checked = {};
  if (COMMANDS[command].options.data) checked.data = dataOf(command, values);
  if (COMMANDS[command].options.port) checked.port = portOf(command, values.port ?? '8080');
  if (COMMANDS[command].options['ssh-port']) {
    const port = values['ssh-port'] ?? '2222';
    checked['ssh-port'] = port === 'off' ? port : portOf(command, port);
  }
  if (values.replicas !== undefined) checked.replicas = replicasOf(command, values);
  if (values.storages !== undefined) checked.storages = storagesOf(command, values);
  if (values.keep !== undefined) checked.keep = keepOf(command, values);
  if (values.images !== undefined) checked.images = imagesOf(command, values);
  if (values.scopes !== undefined) checked.scopes = scopesOf(command, values);
  return checked;
}

function dataOf(command, { data: folder }) {
  if (folder === undefined) return defaultData;
  const resolved = path.resolve(folder);
  if (COMMANDS[command].options.data.used && !isDataFolder(resolved))
    throw usage(`${resolved} is no data folder of Hearth: correct --data`, command);
  return resolved;
}

function scopesOf(command, { scopes }) {
  const named = scopes.split(',').map((scope) => scope.trim());
  const unknown = named.find((scope) => !SCOPES.includes(scope));
  if (unknown === undefined) return named;
  throw usage(`there is no scope "${unknown}": choose of ${SCOPES.join(', ')}`, command);
}

function replicasOf(command, { replicas, split }) {
  if (!/^[1-9]$/.test(replicas)) throw usage(`"${replicas}" is not a number of replicas (1 to 9)`, command);
  if (!split) throw usage('--replicas needs --split', command);
  return Number(replicas);
}

function storagesOf(command, { storages, split }) {
  if (!/^[2-9]$/.test(storages)) throw usage(`"${storages}" is not a number of storages (2 to 9)`, command);
  if (!split) throw usage('--storages needs --split', command);
  return Number(storages);
}

function keepOf(command, { keep }) {
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw usage(`"${keep}" is not a number of snapshots (1 to 9999)`, command);
  return keep;
}

function imagesOf(command, { images, split, replicas, storages }) {
  if (!split || replicas !== undefined || storages !== undefined)
    throw usage('--images needs --split, without --replicas and --storages', command);
  return path.resolve(images);
}

function portOf(command, text) {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw usage(`"${text}" is not a port (1 to 65535)`, command);
}

function usage(problem, command) {
  return new Failure(`${problem}; see ./hearth ${command ? `${command} ` : ''}--help.`, { exitCode: USAGE_ERROR });
}

/** The version, and the commit that it is from where that is known. */
function versionLine() {
  const commit = revision();
  return `hearth ${version()}${commit ? ` (${commit})` : ''}`;
}

function overview() {
  const width = Math.max(...Object.keys(COMMANDS).map(({ length }) => length)) + 2;
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}${summary}`);
  return [
    'Usage: ./hearth COMMAND [options]',
    '',
    ...lines,
    '',
    './hearth COMMAND --help says more about one, ./hearth --version which this is.',
  ].join('\n');
}

function commandHelp(name) {
  const { summary, options, arguments: positionals = [], notes = [] } = COMMANDS[name];
  const lines = Object.entries(options).map(([option, { value, help }]) => {
    return `  ${`--${option}${value ? ` ${value}` : ''}`.padEnd(18)}${help}`;
  });
  const heading = ['Usage: ./hearth', name, ...positionals, lines.length > 0 ? '[options]' : '']
    .filter(Boolean)
    .join(' ');
  return [heading, '', `${summary[0].toUpperCase()}${summary.slice(1)}.`, ...section(lines), ...section(notes)].join(
    '\n',
  );
}

function section(lines) {
  return lines.length > 0 ? ['', ...lines] : [];
}
