import { closeSync, existsSync, fstatSync, openSync, readSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { revision, version } from '../../release/revision.mjs';
import { findings, line } from '../commands/doctor.mjs';
import { statusOf } from '../commands/status.mjs';
import { spaceOf } from '../disk.mjs';
import { internalRequest, operatorHeaders } from '../internal-request.mjs';
import { isRunning } from '../process-identity.mjs';
import { settingNames, shownValue } from '../settings/shown.mjs';
import { storagesOf } from '../storage-names.mjs';
import { readState } from '../supervisor/state.mjs';

/** Of each log, from its end: hours of a busy system. */
const LOG_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const PAGES = { 'health.json': '/health', 'metrics.txt': '/metrics', 'keys.json': '/health/keys' };
/** Depths of queues among the metrics. */
const DEPTHS = /^hearth_(jobs|outbox_lag_seconds|consumer_lag_events|dead_letters_\w+|requests_waiting)\b.* (?!0$)\S+$/;

/**
 * Collects what a report about a system needs, also of one that does not run.
 * @param {import('../data-folder.mjs').DataFolder} data
 * @returns {Promise<{ files: Record<string, string>, environments: NodeJS.ProcessEnv[] }>} texts by name, with their secrets, and the environments that
 *   the secrets are found in
 */
export async function contentsOf(data) {
  const processes = runningServices(data);
  const environments = processes.map(({ pid }) => environmentOf(pid));
  const files = {
    'versions.json': json(versions()),
    'status.json': json(await statusOf(data)),
    'doctor.txt': (await findings(data)).map((finding) => `${line(finding)}\n`).join(''),
    'disk.json': json(disks(data)),
    'settings/command.json': json(settingsIn(process.env)),
    ...logs(data),
  };
  processes.forEach(({ name }, index) => (files[`settings/${name}.json`] = json(settingsIn(environments[index]))));
  for (const each of processes) Object.assign(files, await pagesOf(data, each));
  return { files, environments: [process.env, ...environments] };
}

function runningServices(data) {
  const state = readState(data);
  if (!state || !isRunning(state.supervisor)) return [];
  return state.processes.filter(({ kind }) => kind === 'service');
}

function versions() {
  return {
    hearth: version(),
    revision: revision() ?? null,
    node: process.version,
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    cores: os.availableParallelism(),
    memoryBytes: os.totalmem(),
  };
}

/** Space below the data folder and each storage, which may be a link to another disk. */
function disks(data) {
  const places = [data.folder, data.objects, ...storagesOf(data).map((name) => data.storage(name))];
  return Object.fromEntries(places.filter((place) => existsSync(place)).map((place) => [place, spaceOf(place)]));
}

/** The environment of a process; empty where the system does not show it. */
function environmentOf(pid) {
  try {
    const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
    return Object.fromEntries(
      entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
    );
  } catch {
    return {};
  }
}

/** The settings of Hearth in an environment, without their secrets. */
function settingsIn(environment) {
  const known = settingNames();
  const own = Object.keys(environment).filter((name) => known.includes(name) || /^(HEARTH|OTEL)_/.test(name));
  return Object.fromEntries(own.sort().map((name) => [name, shownValue(name, environment[name], known)]));
}

function logs(data) {
  if (!existsSync(data.logs)) return {};
  const names = readdirSync(data.logs).filter((name) => name.endsWith('.log'));
  return Object.fromEntries(names.map((name) => [`logs/${name}`, endOf(path.join(data.logs, name))]));
}

/** The last whole lines of a file. */
function endOf(file) {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const buffer = Buffer.alloc(Math.min(size, LOG_BYTES));
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
    const text = buffer.toString('utf8');
    return size > LOG_BYTES ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    closeSync(descriptor);
  }
}

/** The pages that a process shows to the operator; a sentence where it does not answer. */
async function pagesOf(data, { name, service, internalPort: port, authority }) {
  const files = {};
  for (const [file, page] of Object.entries(PAGES)) {
    const headers = operatorHeaders(data, { audience: service, path: page });
    files[`processes/${name}/${file}`] = await internalRequest({
      port,
      authority,
      path: page,
      headers,
      timeoutMs: TIMEOUT_MS,
    })
      .then(({ text }) => text)
      .catch((error) => `no answer: ${error.message}\n`);
  }
  const depths = files[`processes/${name}/metrics.txt`].split('\n').filter((row) => DEPTHS.test(row));
  files[`processes/${name}/queues.txt`] = depths.map((row) => `${row}\n`).join('');
  return files;
}

function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
