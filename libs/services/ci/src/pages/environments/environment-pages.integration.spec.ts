import { AccessLevel } from '@hearth/contract-kit';
import { CiApp } from '../../testing/ci-app.js';
import { makePipeline } from '../../testing/make-pipeline.js';
import type { FakeProject } from '../../testing/other-services.js';
import { PageBrowser } from '../../testing/page-browser.js';

describe('the pages of environments', () => {
  const app = CiApp.inBlock();
  let project: FakeProject;
  let [developer, reporter, guest, anonymous]: PageBrowser[] = [];
  let [live, odd] = [0, 0];
  beforeAll(async () => {
    project = app.others.addProject();
    const user = app.user(51, project, AccessLevel.developer);
    developer = new PageBrowser(app, user);
    reporter = new PageBrowser(app, app.user(52, project, AccessLevel.reporter));
    guest = new PageBrowser(app, app.user(54, project, AccessLevel.guest));
    anonymous = new PageBrowser(app, null);
    const make = async (body: object) =>
      (await app.request(user, 'POST', `/projects/${project.card.id}/environments`, body)).body.id as number;
    live = await make({ name: 'production', external_url: 'https://live.example' });
    odd = await make({ name: 'review' });
    await app.testDatabase.query(`update environments set external_url = 'javascript:alert(1)' where id = $1`, [odd]);
    const { jobs } = await makePipeline(app, project, [{ name: 'ship <i>' }]);
    await app.testDatabase.query(
      `insert into deployments (project_id, iid, environment_id, job_id, ref, tag, sha, user_id)
       select $1, n, $2, $3, 'main', false, $4, 51 from generate_series(1, 21) n`,
      [project.card.id, live, jobs[0], 'a'.repeat(40)],
    );
  });
  const at = (rest = '') => `/-/project/${project.card.id}/environments${rest}`;

  it('list environments by state, and link to web addresses only', async () => {
    const { status, text } = await reporter!.get(at());
    expect(status).toBe(200);
    expect(text).toMatch(/production<\/strong>[^]*href="https:\/\/live.example"[^]*review<\/strong>/);
    expect(text).not.toContain('javascript:');
    expect((await reporter!.get(at('?state=stopped'))).text).toContain('No environment matches.');
  });

  it('show the deployments to an environment, newest first, twenty on a page', async () => {
    const { text } = await reporter!.get(at(`/${live}`));
    expect(text.match(/<strong>#\d+<\/strong>/g)?.[0]).toBe('<strong>#21</strong>');
    expect(text).toContain('ship &lt;i&gt;');
    expect(text).toContain('<a href="/user-51">User 51</a>');
    expect(text).toContain(`/-/environments/${live}?page=2"`);
    expect((await reporter!.get(at(`/${live}?page=2`))).text.match(/<strong>#\d+<\/strong>/g)).toEqual([
      '<strong>#1</strong>',
    ]);
    expect((await reporter!.get(at(`/${odd}`))).text).toContain('Nothing has been deployed yet.');
    expect(text).not.toContain(`/-/environments/${live}/stop"`);
  });

  it('stop an environment once that is confirmed', async () => {
    expect((await developer!.get(at(`/${odd}`))).text).toContain(`/-/environments/${odd}/stop"`);
    const asked = await developer!.post(at(`/${odd}/stop`));
    expect([asked.status, asked.text.includes('Stop review?')]).toEqual([200, true]);
    expect((await developer!.post(at(`/${odd}/stop`), { confirmed: 'true', authenticity_token: 'x' })).status).toBe(
      403,
    );
    await reporter!.get(at());
    expect((await reporter!.post(at(`/${odd}/stop`), { confirmed: 'true' })).status).toBe(403);
    expect((await reporter!.get(at('?state=stopped'))).text).toContain('No environment matches.');
    const { status, location } = await developer!.post(at(`/${odd}/stop`), { confirmed: 'true' });
    expect([status, location]).toEqual([303, `/${project.card.fullPath}/-/environments/${odd}`]);
    expect((await reporter!.get(at('?state=stopped'))).text).toContain('review</strong>');
  });

  it('are for reporters', async () => {
    for (const path of [at(), at(`/${live}`)]) {
      expect((await guest!.get(path)).status).toBe(403);
      expect((await anonymous!.get(path)).status).toBe(303);
    }
    expect((await reporter!.get(at('/999999'))).status).toBe(404);
  });
});
