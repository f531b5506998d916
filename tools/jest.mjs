// Runs Jest on the compiled specs whose paths match the patterns given (all without one), for example
//   node tools/jest.mjs libs/services/projects/dist/members
// Two specs run at a time, each in a plain Node process (jest-light-runner), unless `-w 1` says otherwise: Jest's own virtual machines load
// every module again for each file. Integration specs want HEARTH_TEST_DATABASE_URL; the databases they made are dropped at the end, also
// when a spec failed or the run was interrupted.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { dropDatabasesOf } from './jest/drop-databases.mjs';

const root = path.resolve(import.meta.dirname, '..');
const args = process.argv.slice(2);
const processes = args.includes('-w') ? [] : ['-w', '2'];
const preloaded = pathToFileURL(path.join(import.meta.dirname, 'jest/keep-worker-data.mjs'));
const run = randomBytes(4).toString('hex');
const jest = spawn(
  process.execPath,
  ['--enable-source-maps', 'node_modules/jest/bin/jest.js', ...processes, '--passWithNoTests', ...args],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NODE_OPTIONS: `--enable-source-maps --import ${preloaded}`,
      // Specs start hundreds of processes, each of which would spend a seventh of its start on compiling the same modules again.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(root, '.tools/compile-cache'),
      HEARTH_TEST_RUN: run,
    },
    // A group of its own: one signal then reaches Jest, its workers and what their specs have started.
    detached: true,
  },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop());
const status = await new Promise((resolve) => {
  jest.once('error', (error) => {
    console.error(error.message);
    resolve(1);
  });
  jest.once('close', (code) => resolve(code ?? 1));
});
stop();
await dropDatabasesOf(run);
process.exit(status);

function stop() {
  try {
    process.kill(-jest.pid, 'SIGTERM');
  } catch {
    // Nothing of the group is left.
  }
}
