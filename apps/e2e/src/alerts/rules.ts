import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '@hearth/testing';
import { setting } from '../system/hearth.js';
import type { Recording } from './recording.js';

const run = promisify(execFile);
const FIRED = 'group by (alertname) (count_over_time(ALERTS{alertstate="firing"}[1h]))';

/** The file of rules for Prometheus. */
export async function rulesFile(): Promise<string> {
  const program = path.join(path.dirname(setting('HEARTH_E2E_CLI')), 'tools/monitoring/rules.mjs');
  return (await run(process.execPath, [program])).stdout;
}

/** The names of the metrics that rules read. */
export function metricsIn(rules: string): ReadonlySet<string> {
  return new Set(rules.match(/\b(?:hearth|process)_\w+/g));
}

/** Runs the rules over a recording. Returns the names of the alerts that have fired, sorted. */
export async function alertsOf(recording: Recording, rules: string): Promise<string[]> {
  const folder = await makeTemporaryFolder('alerts');
  try {
    const test = { ...recording.toTest(), promql_expr_test: [{ expr: FIRED, eval_time: '1h', exp_samples: [] }] };
    const file = { rule_files: ['rules.yaml'], evaluation_interval: '15s', tests: [test] };
    await writeFile(path.join(folder.path, 'rules.yaml'), rules);
    // JSON is YAML.
    await writeFile(path.join(folder.path, 'test.yaml'), JSON.stringify(file));
    const failed = await run(setting('HEARTH_TEST_PROMTOOL'), ['test', 'rules', 'test.yaml'], {
      cwd: folder.path,
      maxBuffer: 1e8,
    }).then(
      () => '',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
    );
    const fired = Array.from(failed.matchAll(/alertname="(\w+)"/g), ([, name]) => name!);
    if (failed !== '' && fired.length === 0) throw new Error(failed);
    return [...new Set(fired)].sort();
  } finally {
    await folder.remove();
  }
}
