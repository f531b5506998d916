import { AccessLevel } from '@hearth/contract-kit';
import { CiApp } from '../../testing/ci-app.js';
import { PageBrowser } from '../../testing/page-browser.js';

describe('the page of schedules', () => {
  const app = CiApp.inBlock();

  it('lists schedules with their next run, and runs one now', async () => {
    const project = app.others.addProject();
    project.branches.set('main', 'a'.repeat(40));
    project.files.set('.gitlab-ci.yml', 'test: {script: make}');
    const user = app.user(51, project, AccessLevel.developer);
    const [developer, reporter] = [user, app.user(52, project, AccessLevel.reporter)].map(
      (each) => new PageBrowser(app, each),
    );
    const at = (rest = '') => `/-/project/${project.card.id}/pipeline_schedules${rest}`;
    expect((await reporter!.get(at())).text).toContain('There are no schedules.');
    const make = async (body: object) =>
      (
        await app.request(user, 'POST', `/projects/${project.card.id}/pipeline_schedules`, {
          cron: '0 1 * * *',
          ...body,
        })
      ).body.id as number;
    const nightly = await make({ description: 'nightly <b>', ref: 'main' });
    const broken = await make({ description: 'broken', ref: 'gone', active: false });
    const { text } = await reporter!.get(at());
    expect(text).toMatch(
      /broken<\/strong> <span class="tag">inactive<\/span>[^]*nightly &lt;b&gt;<\/strong>[^]*next run <time[^]*User 51/,
    );
    expect(text).not.toContain('Run now');
    expect((await reporter!.post(at(`/${nightly}/play`))).status).toBe(403);
    expect((await developer!.get(at())).text).toContain('aria-label="Run now: nightly &lt;b&gt;"');
    expect((await developer!.post(at(`/${nightly}/play`), { authenticity_token: 'x' })).status).toBe(403);
    const failed = await developer!.post(at(`/${broken}/play`));
    expect([failed.status, failed.text.includes('Reference not found')]).toEqual([422, true]);
    const { status, location } = await developer!.post(at(`/${nightly}/play`));
    expect([status, location]).toEqual([303, expect.stringMatching(/\/-\/pipelines\/\d+$/)]);
    expect((await developer!.post(at('/999999/play'))).status).toBe(404);
  });

  it('is hidden with its project', async () => {
    const project = app.others.addProject();
    const path = `/-/project/${project.card.id}/pipeline_schedules`;
    expect((await new PageBrowser(app, app.user(53)).get(path)).status).toBe(404);
    expect((await new PageBrowser(app, null).get(path)).status).toBe(303);
  });
});
