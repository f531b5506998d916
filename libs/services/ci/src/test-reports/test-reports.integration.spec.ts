import { gzipSync } from 'node:zlib';
import { RemoveUselessArtifacts } from '../artifacts/remove-useless.js';
import { CiApp } from '../testing/ci-app.js';
import { makePipeline } from '../testing/make-pipeline.js';
import { RunnerClient } from '../testing/runner-client.js';
import { ParseTestReport } from './parse.js';

const suite = (name: string, outcome = '') =>
  `<testsuite name="s"><testcase name="${name}" classname="C" time="1">${outcome}</testcase></testsuite>`;
const NONE = { total_time: 0, total_count: 0, success_count: 0, failed_count: 0, skipped_count: 0, error_count: 0 };

describe('the test report of a pipeline', () => {
  const app = CiApp.inBlock();

  /** Creates a pipeline with jobs of these names; each uploads its report. */
  const run = async (reports: Readonly<Record<string, readonly string[]>>) => {
    const project = app.others.addProject();
    const { id } = project.card;
    const dev = app.user(1000 + id, project, 30);
    const client = await RunnerClient.register(app, `project-${id}`);
    const names = Object.keys(reports);
    const { jobs, id: pipeline } = await makePipeline(
      app,
      project,
      names.map((name) => ({ name })),
    );
    for (const name of names) {
      const job = (await client.take())!;
      await client.report(job, 'junit', ...reports[name]!);
      await client.put(job, { state: 'success' });
    }
    const parse = async () => {
      const rows = await app.testDatabase.query<{ object: string }>(
        `select object from job_artifacts where file_type = 'junit' and job_id = any ($1)`,
        [jobs],
      );
      for (const { object } of rows) await app.get(ParseTestReport).execute({ object });
    };
    const get = (path: string, as = dev) => app.request(as, 'GET', `/projects/${id}/${path}`);
    const report = async (name = 'test_report') => (await get(`pipelines/${pipeline}/${name}`)).body;
    await parse();
    return { project, id, dev, client, jobs, pipeline, get, report, parse };
  };

  it('has the tests of its jobs by suite', async () => {
    const { report, get, jobs } = await run({
      'unit 1/2': [suite('a'), suite('b', '<failure>no</failure>')],
      'unit 2/2': [suite('c', '<skipped/>')],
      lint: ['<broken'],
    });
    const counts = {
      total_time: 3,
      total_count: 3,
      success_count: 1,
      failed_count: 1,
      skipped_count: 1,
      error_count: 0,
    };
    const test = (status: string, name: string, output: string | null = null) => ({
      ...{ status, name, classname: 'C', execution_time: 1, system_output: output, stack_trace: null },
    });
    const broken = { name: 'lint', ...NONE, suite_error: expect.stringContaining('JUnit XML parsing failed: 1:7') };
    expect(await report()).toEqual({
      ...counts,
      test_suites: [
        {
          ...{ name: 'unit', ...counts, suite_error: null },
          test_cases: [test('failed', 'b', 'no'), test('success', 'a'), test('skipped', 'c')],
        },
        { ...broken, test_cases: [] },
      ],
    });
    expect(await report('test_report_summary')).toEqual({
      total: { time: 3, count: 3, success: 1, failed: 1, skipped: 1, error: 0, suite_error: broken.suite_error },
      test_suites: [
        { name: 'unit', ...counts, build_ids: [jobs[0], jobs[1]], suite_error: null },
        { ...broken, build_ids: [jobs[2]] },
      ],
    });
    const { artifacts } = (await get(`jobs/${jobs[0]}`)).body;
    expect(artifacts).toEqual([
      { file_type: 'junit', file_format: 'gzip', filename: 'artifacts.zip', size: expect.any(Number) },
    ]);
  });

  it('is empty for a pipeline without reports, and not found without a pipeline', async () => {
    const { report, get } = await run({});
    expect(await report()).toEqual({ ...NONE, test_suites: [] });
    expect((await get('pipelines/999999/test_report')).status).toBe(404);
  });

  it('has the reports of the newest runs, of which a later upload replaces an earlier one', async () => {
    const { id, dev, client, jobs, report, parse } = await run({ unit: [suite('a')] });
    await app.request(dev, 'POST', `/projects/${id}/jobs/${jobs[0]}/retry`);
    expect(await report()).toEqual({ ...NONE, test_suites: [] });
    const again = (await client.take())!;
    jobs.push(again.id);
    for (const name of ['b', 'c']) await client.report(again, 'junit', suite(name));
    await parse();
    expect(await report()).toMatchObject({ total_count: 1, test_suites: [{ test_cases: [{ name: 'c' }] }] });
  });

  it('loses the reports of jobs that were erased, or whose files have expired', async () => {
    const { id, dev, jobs, report } = await run({ unit: [suite('a')], lint: [suite('b')] });
    await app.request(dev, 'POST', `/projects/${id}/jobs/${jobs[0]}/erase`);
    expect(await report()).toMatchObject({ total_count: 1 });
    await app.testDatabase.query(
      `update job_artifacts set expires_at = now() - interval '1 second' where job_id = $1`,
      [jobs[1]],
    );
    expect(await report()).toMatchObject({ total_count: 0 });
    await app.get(RemoveUselessArtifacts).execute();
    const [{ left } = { left: null }] = await app.testDatabase.query<{ left: number }>(
      'select count(*)::int as left from test_reports',
    );
    const [{ of } = { of: null }] = await app.testDatabase.query<{ of: number }>(
      'select count(*)::int as of from job_artifacts',
    );
    expect(left).toBe(of);
  });

  it('is uploaded in its format', async () => {
    const { project, client } = await run({});
    await makePipeline(app, project, [{ name: 'unit' }]);
    const job = (await client.take())!;
    const upload = (query: Record<string, string>) => client.upload(job, gzipSync('x'), query);
    expect((await upload({ artifact_type: 'junit', artifact_format: 'zip' })).status).toBe(400);
    expect((await upload({ artifact_type: 'trace', artifact_format: 'raw' })).status).toBe(400);
    expect((await upload({ artifact_type: 'codequality', artifact_format: 'raw' })).status).toBe(201);
  });
});
