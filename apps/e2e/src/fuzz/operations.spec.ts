import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTemporaryFolder, type TemporaryFolder } from '@hearth/testing';
import { hearth, setting } from '../system/hearth.js';
import { runPython } from '../system/python.js';
import { cpuSlowdown } from '../system/cpu-slowdown.js';
import { makeRecords } from './records.js';

/** Statuses by operation, as `apps/e2e/python/operations.py` counts them. */
type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
/** Number of random requests that each operation gets. */
const EXAMPLES = setting('HEARTH_E2E_EXAMPLES');
/** Number of operations with which a value of a parameter is tried, of those that declare it alike, and of parameters with which a wrong one is, of those limited alike. */
const ALIKE = Number(setting('HEARTH_E2E_ALIKE'));
/** Number of values of each kind, such as those of a wrong type. */
const VALUES = Number(setting('HEARTH_E2E_VALUES'));
/** Three times what two otherwise idle cores need. */
const LIMIT_MS = 1_200_000;
const seed = setting('HEARTH_E2E_SEED');

describe('every operation of the description of the API', () => {
  let folder: TemporaryFolder;

  beforeAll(async () => {
    folder = await makeTemporaryFolder('fuzz');
  });

  afterAll(() => folder.remove());

  it('answers whatever comes as it is described, and never with a failure of the server', async () => {
    const counts = path.join(folder.path, 'counts.json');
    const { id } = await hearth.root.read<{ id: number }>('/personal_access_tokens/self');
    const plan = { ...(await makeRecords()), root: 1, token: id, alike: ALIKE, values: VALUES, counts };
    const { code, output } = await runPython(
      [
        ...['-m', 'schemathesis.cli', 'run', `${hearth.url}/api/v4/openapi.json`],
        ...['--header', `PRIVATE-TOKEN: ${setting('HEARTH_E2E_TOKEN')}`],
        ...['--phases', 'coverage,fuzzing', '--max-examples', EXAMPLES, '--seed', seed],
        ...['--checks', CHECKS.join(','), '--continue-on-failure', '--warnings', 'off'],
        ...['--suppress-health-check', 'all', '--request-timeout', '30', '--no-color'],
      ],
      {
        limitMs: LIMIT_MS * cpuSlowdown(),
        cwd: folder.path,
        env: { HEARTH_FUZZ: JSON.stringify(plan), SCHEMATHESIS_HOOKS: 'operations' },
      },
    );
    const called = JSON.parse(await readFile(counts, 'utf8').catch(() => '{}')) as Counts;
    process.stderr.write(`${tableOf(called)}\n`);
    if (code !== 0) throw new Error(`schemathesis, seed ${seed}, ended with ${code ?? 'its time'}:\n${output}`);
    expect(Object.keys(called).sort()).toEqual(await operations());
    // The run has not blocked its own token, and the system still works.
    expect((await hearth.root.get('/version')).status).toBe(200);
  });

  it('was reached, but for a few, with records that exist', async () => {
    const called = JSON.parse(await readFile(path.join(folder.path, 'counts.json'), 'utf8')) as Counts;
    const refused = Object.entries(called)
      .filter(([, statuses]) => !Object.keys(statuses).some((status) => /^(20\d|304|409)$/.test(status)))
      .map(([operation]) => operation);
    process.stderr.write(`  answered with refusals only: ${refused.join(', ') || 'none'}\n`);
    expect(refused.length).toBeLessThan(Object.keys(called).length / 4);
  });
});

/** Lists all operations except the one from which schemathesis reads the document. */
async function operations(): Promise<string[]> {
  const { paths } = await hearth.anonymous.read<{ paths: Record<string, object> }>('/openapi.json');
  return Object.entries(paths)
    .filter(([at]) => !at.endsWith('/openapi.json'))
    .flatMap(([at, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${at}`))
    .sort();
}

function tableOf(counts: Counts): string {
  return Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([operation, statuses]) => {
      const cells = Object.entries(statuses).map(([status, count]) => `${status} × ${count}`);
      return `  ${operation.padEnd(60)} ${cells.sort().join(', ')}`;
    })
    .join('\n');
}
