import { AccessLevel } from '@hearth/contract-kit';
import { CiApp } from '../../testing/ci-app.js';
import type { FakeProject } from '../../testing/other-services.js';
import { PageBrowser } from '../../testing/page-browser.js';

describe('the form of a new pipeline', () => {
  const app = CiApp.inBlock();
  let project: FakeProject;
  let [developer, reporter, anonymous]: PageBrowser[] = [];
  beforeAll(() => {
    project = app.others.addProject();
    project.branches.set('main', 'a'.repeat(40));
    project.files.set('.gitlab-ci.yml', 'test: {script: make}');
    developer = new PageBrowser(app, app.user(51, project, AccessLevel.developer));
    reporter = new PageBrowser(app, app.user(52, project, AccessLevel.reporter));
    anonymous = new PageBrowser(app, null);
  });
  const at = (rest: string) => `/-/project/${project.card.id}${rest}`;

  it('is linked for developers, and starts with the default branch or a given one', async () => {
    expect((await developer!.get(at('/pipelines'))).text).toContain('/-/pipelines/new"');
    expect((await reporter!.get(at('/pipelines'))).text).not.toContain('/-/pipelines/new"');
    expect((await developer!.get(at('/pipelines/new'))).text).toContain('value="main"');
    expect((await developer!.get(at('/pipelines/new?ref=%22%3E%3Ci%3E'))).text).toContain(
      'value="&quot;&gt;&lt;i&gt;"',
    );
    expect((await reporter!.get(at('/pipelines/new'))).status).toBe(403);
    expect((await anonymous!.get(at('/pipelines/new'))).status).toBe(303);
  });

  it('creates a pipeline with its variables', async () => {
    await developer!.get(at('/pipelines/new'));
    const { status, location } = await developer!.post(at('/pipelines'), {
      ref: 'main',
      variables: 'COLOR=red\r\nSIZE=a=b\r\n',
    });
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/group\/project-\d+\/-\/pipelines\/\d+$/)]);
    const id = location!.split('/').at(-1);
    const user = app.user(51, project, AccessLevel.developer);
    const { body } = await app.request(user, 'GET', `/projects/${project.card.id}/pipelines/${id}/variables`);
    expect(body).toMatchObject([
      { key: 'COLOR', value: 'red' },
      { key: 'SIZE', value: 'a=b' },
    ]);
    expect((await developer!.get(at(`/pipelines/${id}`))).text).toContain('<dd>web</dd>');
  });

  it.each([
    [{ ref: '' }, 'can&#39;t be blank'],
    [{ ref: 'nothing' }, 'Reference not found'],
    [{ ref: 'main', variables: 'no key' }, 'Variables need the form KEY=value: no key'],
    [{ ref: 'main', variables: 'a-b=1' }, 'The name of a variable'],
    [{ ref: 'main', variables: 'A=1\n'.repeat(101) }, 'There may be at most 100 variables'],
  ])('shows what is wrong with %j, and keeps what was typed', async (form, failure) => {
    await developer!.get(at('/pipelines/new'));
    const { status, text } = await developer!.post(at('/pipelines'), form);
    expect(status).toBe(422);
    expect(text.replaceAll("'", '&#39;')).toContain(failure);
    expect(text).toContain(`value="${form.ref}"`);
  });

  it('refuses forged forms and readers', async () => {
    await reporter!.get(at('/pipelines'));
    expect((await reporter!.post(at('/pipelines'), { ref: 'main' })).status).toBe(403);
    await developer!.get(at('/pipelines/new'));
    expect((await developer!.post(at('/pipelines'), { ref: 'main', authenticity_token: 'x' })).status).toBe(403);
  });
});
