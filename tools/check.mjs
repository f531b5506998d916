// Checks what can be told without running anything: formatting, lint, budgets, generated files.
// node tools/check.mjs [oxfmt|eslint|budgets|imports|generated ...]   prints a line per check and, where one failed, what it found.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
/** Longest first: two at a time then take as long as the longest on two cores. */
const CHECKS = [
  { name: 'eslint', args: ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0'] },
  { name: 'budgets', args: ['tools/budgets.mjs'] },
  { name: 'imports', args: ['tools/import-circles.mjs'] },
  { name: 'generated', args: ['tools/generate.mjs', '--check'] },
  { name: 'contracts', args: ['tools/contracts/check.mjs'] },
  { name: 'migrations', args: ['tools/migrations/check.mjs'] },
  { name: 'links', args: ['tools/docs/links.mjs'] },
  { name: 'oxfmt', args: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'] },
  { name: 'commits', args: ['tools/commits/check.mjs'] },
];
const AT_ONCE = 2;

/**
 * Runs a check as a process of its own.
 * @returns whether it passed, how long it took in seconds, and everything it printed
 */
function run({ name, args }) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ name, passed: code === 0, seconds: (performance.now() - started) / 1000, output: output.trim() }),
    );
  });
}

async function runAll(checks) {
  const waiting = [...checks];
  const results = [];
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const result = await run(check);
      results.push(result);
      print(result);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

function print({ name, passed, seconds, output }) {
  console.log(`${passed ? 'ok     ' : 'failed '} ${name.padEnd(10)}  ${seconds.toFixed(1)} s`);
  if (!passed && output) console.log(output.replace(/^/gm, '        '));
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !CHECKS.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(`unknown check: ${unknown.join(', ')} (there are ${CHECKS.map(({ name }) => name).join(', ')})`);
  process.exit(2);
}
const chosen = CHECKS.filter(({ name }) => asked.length === 0 || asked.includes(name));
const runnable = chosen.filter(({ args }) => existsSync(path.join(ROOT, args[0])));
for (const { name, args } of chosen.filter((check) => !runnable.includes(check))) {
  console.log(`skipped ${name.padEnd(10)}  there is no ${args[0]}`);
}
const results = await runAll(runnable);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
