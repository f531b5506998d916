import { AccessLevel } from '@hearth/contract-kit';
import { ArchiveTraces } from '../../traces/archive.js';
import { TracePartFacts } from '../../traces/trace-part.facts.js';
import { CiApp } from '../../testing/ci-app.js';
import { makePipeline, type BuildTraits } from '../../testing/make-pipeline.js';
import type { FakeProject } from '../../testing/other-services.js';
import { PageBrowser } from '../../testing/page-browser.js';
import { RunnerClient, type TakenJob } from '../../testing/runner-client.js';
import { zipOf } from '../../testing/zip.js';

const SHA = 'a'.repeat(40);
const ESC = '\u001b';

describe('the page of a job', () => {
  const app = CiApp.inBlock();
  let project: FakeProject;
  let [developer, reporter, stranger, anonymous]: PageBrowser[] = [];
  let runner: RunnerClient;
  beforeAll(async () => {
    project = app.others.addProject();
    project.branches.set('main', SHA);
    project.messages.set(SHA, 'Begin <b>');
    developer = new PageBrowser(app, app.user(51, project, AccessLevel.developer));
    reporter = new PageBrowser(app, app.user(52, project, AccessLevel.reporter));
    stranger = new PageBrowser(app, app.user(53));
    anonymous = new PageBrowser(app, null);
    runner = await RunnerClient.register(app, `project-${project.card.id}`);
  });
  const at = (rest: string) => `/-/project/${project.card.id}/jobs/${rest}`;
  const address = (rest: string) => `/${project.card.fullPath}/-/jobs/${rest}`;
  const running = async (traits: Partial<BuildTraits> = {}): Promise<TakenJob> => {
    await makePipeline(app, project, [{ name: 'unit <i>', ...traits }], { userId: 51 });
    return (await runner.take())!;
  };
  const finish = (job: TakenJob, body: object = { state: 'success' }) => runner.put(job, body);

  it('shows its facts and its trace with colours and sections, escaped', async () => {
    const job = await running();
    const text = `${ESC}[32;1mok${ESC}[0m <script>\nsection_start:1:build\r${ESC}[0KBuild\nmake\nsection_end:2:build\r${ESC}[0K\n${job.token}\n`;
    await runner.patch(job, 0, text);
    await finish(job, { state: 'failed', failure_reason: 'script_failure' });
    const { status, text: page } = await reporter!.get(at(`${job.id}`));
    expect(status).toBe(200);
    expect(page).toMatch(/<h1>unit &lt;i&gt; <span class="status status-failed">failed<\/span><\/h1>/);
    expect(page).toContain('<dd><a href="/user-51">User 51</a></dd>');
    expect(page).toContain('The job has failed: script failure.');
    expect(page).toContain('<span class="ansi-green ansi-bold">ok</span> &lt;script&gt;');
    expect(page).toMatch(/<details class="trace-section" data-section="build" open>[^]*>make<[^]*<\/details>/);
    expect(page).toContain('x'.repeat(43));
    expect(page).not.toContain(job.token);
    expect(page).not.toContain('job-trace.js');
    expect(page).not.toContain('<form method="post" action="/group');
    const raw = await reporter!.get(at(`${job.id}/raw`));
    expect([raw.status, raw.type]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(raw.text).toContain(`${ESC}[32;1mok${ESC}[0m <script>`);
  });

  it('gets the lines that a running job writes, with the state of those before', async () => {
    const job = await running();
    const lines = async (query: string) => {
      const { status, text } = await reporter!.get(at(`${job.id}/trace?${query}`));
      return status === 200
        ? (JSON.parse(text) as { offset: number; line: number; style: string; pieces: string[][] })
        : status;
    };
    await runner.patch(job, 0, `one\n${ESC}[31mtw`);
    const { text: page } = await reporter!.get(at(`${job.id}`));
    expect(page).toContain(
      `data-lines="${address(`${job.id}/trace`)}" data-status="running" data-offset="4" data-line="2" data-style=""`,
    );
    expect(page).toContain('<script src="/-/assets/job-trace.js" defer></script>');
    await runner.patch(job, 11, 'o\nthree\n');
    expect(await lines('offset=4&line=2')).toEqual({
      ...{ status: 'running', offset: 19, line: 4, style: '31' },
      pieces: [
        [
          'lines',
          '<div class="trace-line" id="L2"><a href="#L2">2</a><span><span class="ansi-red">two</span></span></div>' +
            '<div class="trace-line" id="L3"><a href="#L3">3</a><span><span class="ansi-red">three</span></span></div>',
        ],
      ],
    });
    expect(await lines('offset=19&line=4&style=31')).toMatchObject({
      offset: 19,
      line: 4,
      style: '31',
      pieces: [],
    });
    expect(await lines('offset=10000&line=4')).toMatchObject({ offset: 10_000, pieces: [] });
    for (const query of ['line=1', 'offset=-1&line=1', 'offset=0&line=1&style=%3Cb%3E'])
      expect(await lines(query)).toBe(400);
    await finish(job);
    expect(await lines('offset=19&line=4')).toMatchObject({ status: 'success' });
  });

  it('shows the end of a long trace, without secrets that begin before it', async () => {
    const job = await running();
    const row = `${'y'.repeat(1023)}\n`;
    await runner.patch(job, 0, job.token + row.repeat(700));
    await runner.patch(job, 43 + 700 * 1024, `${row.repeat(400)}last\n`);
    const part = () => app.get(TracePartFacts).from(job.id, 20, 60);
    const hidden = `${'x'.repeat(23)}${'y'.repeat(37)}`;
    expect((await part()).content.toString()).toBe(hidden);
    await finish(job);
    const whole = async () => (await reporter!.get(at(`${job.id}`))).text;
    const before = await whole();
    expect(before).toContain('Only the end is shown');
    expect(before.match(/class="trace-line"/g)).toHaveLength(1024);
    expect(before).toContain('>last<');
    await app.get(ArchiveTraces).execute();
    expect((await part()).content.toString()).toBe(hidden);
    expect((await whole()).match(/class="trace-line"/g)).toHaveLength(1024);
  });

  it('offers artifacts, and erases them with the trace once that is confirmed', async () => {
    const job = await running({
      options: {
        script: ['true'],
        artifacts: { name: null, untracked: false, paths: ['a'], when: 'always', expireIn: null },
      },
    });
    const zip = zipOf({ name: 'a.txt', content: Buffer.from('text') });
    expect((await runner.upload(job, zip)).status).toBe(201);
    await finish(job);
    const { text } = await developer!.get(at(`${job.id}`));
    expect(text).toContain(`href="${address(`${job.id}/artifacts/download`)}" download>artifacts.zip</a>`);
    expect((await reporter!.get(at(`${job.id}/artifacts/download`))).status).toBe(200);
    const asked = await developer!.post(at(`${job.id}/erase`));
    expect([asked.status, asked.text.includes('Erase the output of job')]).toEqual([200, true]);
    expect((await reporter!.post(at(`${job.id}/erase`), { confirmed: 'true' })).status).toBe(403);
    expect((await developer!.post(at(`${job.id}/erase`), { confirmed: 'true', authenticity_token: 'x' })).status).toBe(
      403,
    );
    expect((await reporter!.get(at(`${job.id}/artifacts/download`))).status).toBe(200);
    const erased = await developer!.post(at(`${job.id}/erase`), { confirmed: 'true' });
    expect(erased).toMatchObject({ status: 303, location: address(`${job.id}`) });
    expect((await developer!.get(at(`${job.id}`))).text).toContain('Erased <time');
    expect((await reporter!.get(at(`${job.id}/artifacts/download`))).status).toBe(404);
  });

  it('is hidden with its project, and leads anonymous callers to sign-in', async () => {
    const job = await running();
    await finish(job);
    for (const rest of ['', '/raw', '/trace?offset=0&line=1', '/artifacts/download'])
      expect([rest, (await stranger!.get(at(`${job.id}${rest}`))).status]).toEqual([rest, 404]);
    for (const rest of ['', '/raw']) {
      const { status, location } = await anonymous!.get(at(`${job.id}${rest}`));
      expect([rest, status, location?.split('?')[0]]).toEqual([rest, 303, '/users/sign_in']);
    }
    for (const rest of ['', '/raw', '/trace?offset=0&line=1'])
      expect([rest, (await reporter!.get(at(`999999${rest}`))).status]).toEqual([rest, 404]);
  });
});
