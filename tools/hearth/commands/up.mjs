import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDataFolder, dataFolder, isDataFolder } from '../data-folder.mjs';
import { fullness, requirePlace, spaceOf, spaceProblem } from '../disk.mjs';
import { Failure } from '../failure.mjs';
import { requireGit } from '../install/git.mjs';
import { sshFingerprints } from '../keys/ssh-host-keys.mjs';
import { ensureInstalled } from '../install/install.mjs';
import { ensureKafka } from '../install/kafka-jars.mjs';
import { holderOf } from '../lock.mjs';
import { defaultData, root } from '../paths.mjs';
import { createProgress } from '../progress.mjs';
import { settingsOfEnvironment } from '../supervisor/environment.mjs';
import { openLog } from '../supervisor/log-file.mjs';
import { checkPostgresPlace } from '../supervisor/postgres.mjs';
import { readState } from '../supervisor/state.mjs';
import { stopOnSignals } from '../supervisor/stop-on-signals.mjs';
import { System } from '../supervisor/system.mjs';

/** Starts a Hearth on a data folder, or says where the one that runs on it already is. */
export async function run({
  split = false,
  replicas,
  storages,
  images,
  port,
  'ssh-port': sshPort,
  host = '127.0.0.1',
  data: folder,
  detach = false,
  yes = false,
}) {
  const data = dataFolder(folder);
  const progress = createProgress();
  const mode = split ? 'split' : 'single';
  if (await alreadyUp(data, mode, progress)) return;
  await requireSurroundings(data, progress);
  const environment = settingsOfEnvironment();
  await ensureInstalled(progress);
  const kafka = split && !environment.brokers ? await ensureKafka(progress, { yes }) : undefined;
  const databaseUser = environment.databaseUrl ? undefined : checkPostgresPlace(data);
  const ports = { port, ...(sshPort !== 'off' && { sshPort }) };
  const options = { mode, replicas, storages, images, host, ...ports, kafka };
  if (detach) await startDetached(data, databaseUser, options, progress);
  else await runInForeground({ ...options, ...environment, data }, progress);
}

/**
 * Checks, before anything is installed or made, what would let a start or every push fail. A system with data starts also where pushes will be refused.
 * @throws {Failure}
 */
async function requireSurroundings(data, progress) {
  await requireGit();
  requirePlace(data.folder);
  const state = fullness(spaceOf(data.folder));
  if (state === undefined) return;
  const sentence = spaceProblem(data.folder);
  if (state === 'full' || (state === 'short' && !isDataFolder(data.folder)))
    throw new Failure(sentence.replace(/\.$/, ', or choose another folder with --data.'));
  progress.note(sentence);
}

/** When a Hearth runs on this data (or starts just now: then it is waited for), prints where it is. */
async function alreadyUp(data, mode, progress) {
  const running = () => holderOf(data.lock)?.purpose === 'up';
  if (!running()) return false;
  let state = readState(data);
  await progress.step('Waiting for the Hearth that starts on this data', async () => {
    while (running() && !state?.ready) {
      await delay(50);
      state = readState(data);
    }
  });
  if (!running()) return false;
  process.stdout.write(`Hearth is already up at ${state.url}\n`);
  if (state.mode !== mode)
    progress.note(`It runs in ${modeName(state.mode)}: \`${command('down', data)}\` first to change that.`);
  return true;
}

async function runInForeground(options, progress) {
  const system = new System(options, progress);
  let asked = false;
  const stopped = stopOnSignals(system, () => {
    asked = true;
    progress.note('\nStopping …');
  });
  try {
    announce(options, await system.start(), 'Ctrl-C');
  } catch (error) {
    if (!asked) throw error;
  }
  await stopped;
}

/** Starts the supervisor as a process of its own and waits until it says that everything is ready. */
async function startDetached(data, databaseUser, options, progress) {
  createDataFolder(data, databaseUser);
  const output = openLog(data.log('supervisor'));
  const program = path.join(root, 'tools/hearth/supervisor/detached.mjs');
  const child = spawn(process.execPath, [program, JSON.stringify({ ...options, folder: data.folder })], {
    cwd: data.folder,
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  const interrupt = () => child.kill('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupt);
  announce({ ...options, data }, await follow(child, data, progress), command('down', data));
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, interrupt);
  child.unref();
}

/** Shows the steps that the supervisor reports; settles with what it says when all is ready. */
function follow(child, data, progress) {
  return new Promise((resolve, reject) => {
    let endStep = () => {};
    child.on('message', (message) => {
      if (message.type === 'step') void progress.step(message.label, () => new Promise((end) => (endStep = end)));
      if (message.type === 'step-end') endStep();
      if (message.type === 'note') progress.note(message.text);
      if (message.type === 'ready') resolve(message);
      if (message.type === 'failed') reject(failureOf(message));
    });
    child.once('error', reject);
    child.once('exit', () => {
      endStep();
      reject(new Failure(`Hearth stopped while it started: see ${data.log('supervisor')} and run this again.`));
    });
  });
}

function failureOf({ expected, message, details, stack }) {
  if (expected) return new Failure(message, { details });
  return Object.assign(new Error(message), { stack });
}

function announce({ mode, data }, { url, sshUrl, root: administrator }, stop) {
  const lines = [`Hearth is up at ${url} (${modeName(mode)})`, ''];
  if (administrator) {
    const given = process.env.HEARTH_ROOT_PASSWORD
      ? 'the password of HEARTH_ROOT_PASSWORD'
      : `password ${administrator.password}`;
    lines.push(`  Sign in   as ${administrator.username}, ${given} (shown this once)`);
  }
  if (sshUrl) lines.push(`  SSH       ${sshUrl}`, ...sshFingerprints(data).map(hostKeyLine));
  lines.push(`  Token     ${command('token root', data)}`, `  Logs      ${data.logs}`, `  Stop      ${stop}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

function hostKeyLine({ type, fingerprint }) {
  return `            host key ${fingerprint} (${type})`;
}

function modeName(mode) {
  return mode === 'split' ? 'a process for each service' : 'one process';
}

/** A command of ./hearth as one types it for this data folder. */
function command(words, data) {
  return `./hearth ${words}${data.folder === defaultData ? '' : ` --data ${JSON.stringify(data.folder)}`}`;
}
