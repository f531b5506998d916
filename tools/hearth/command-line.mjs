import path from 'node:path';
import { parseArgs } from 'node:util';
import { revision, version } from '../release/revision.mjs';
import { COMMANDS, SCOPES } from './command-table.mjs';
import { isDataFolder } from './data-folder.mjs';
import { Failure } from './failure.mjs';
import { defaultData } from './paths.mjs';

const USAGE_ERROR = 2;

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
  if (values.minutes !== undefined) checked.minutes = minutesOf(command, values);
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

function minutesOf(command, { minutes }) {
  if (/^[1-9]\d{0,3}$/.test(minutes)) return Number(minutes);
  throw usage(`"${minutes}" is not a number of minutes`, command);
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
