import { AccessLevel } from '@hearth/contract-kit';
import { ParseTestReport } from '../../test-reports/parse.js';
import { CiApp } from '../../testing/ci-app.js';
import { makePipeline } from '../../testing/make-pipeline.js';
import { PageBrowser } from '../../testing/page-browser.js';
import { RunnerClient } from '../../testing/runner-client.js';

describe('the page of a test report', () => {
  const app = CiApp.inBlock();

  it('shows the tests of a pipeline by suite, escaped', async () => {
    const project = app.others.addProject();
    const { id, fullPath } = project.card;
    project.branches.set('main', 'a'.repeat(40));
    const reporter = new PageBrowser(app, app.user(71, project, AccessLevel.reporter));
    const stranger = new PageBrowser(app, app.user(72));
    const runner = await RunnerClient.register(app, `project-${id}`);
    const { id: pipeline } = await makePipeline(app, project, [{ name: 'unit' }, { name: 'lint' }]);
    const at = `/-/project/${id}/pipelines/${pipeline}`;
    expect((await reporter.get(`${at}/test_report`)).text).toContain('No job of the pipeline has a test report.');
    const failure = '<failure message="m">is not &lt;i&gt;</failure>';
    const files = [`<testsuite><testcase name="a &lt;b&gt;" time="1.234">${failure}</testcase></testsuite>`, '<broken'];
    for (const file of files) {
      const job = (await runner.take())!;
      await runner.report(job, 'junit', file);
      await runner.put(job, { state: 'success' });
    }
    const rows = await app.testDatabase.query<{ object: string }>('select object from job_artifacts');
    for (const { object } of rows) await app.get(ParseTestReport).execute({ object });
    const { text } = await reporter.get(`${at}/test_report`);
    expect(text).toContain('<p class="lead">1 test, 1 failed</p>');
    expect(text).toContain('a &lt;b&gt;');
    expect(text).toContain('<pre><code>is not &lt;i&gt;</code></pre>');
    expect(text).toContain('1.23 s');
    expect(text).toMatch(/<p class="error">JUnit XML parsing failed: /);
    const link = `<a href="/${fullPath}/-/pipelines/${pipeline}/test_report">1 test, 1 failed</a>`;
    expect((await reporter.get(at)).text).toContain(link);
    expect((await stranger.get(`${at}/test_report`)).status).toBe(404);
  });
});
