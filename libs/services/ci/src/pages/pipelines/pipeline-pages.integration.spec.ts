import { AccessLevel } from '@hearth/contract-kit';
import { CiApp } from '../../testing/ci-app.js';
import { makePipeline } from '../../testing/make-pipeline.js';
import type { FakeProject } from '../../testing/other-services.js';
import { PageBrowser } from '../../testing/page-browser.js';

const SHA = 'a'.repeat(40);

describe('the pages of pipelines', () => {
  const app = CiApp.inBlock();
  let project: FakeProject;
  let [developer, reporter, stranger, anonymous]: PageBrowser[] = [];
  beforeAll(() => {
    project = app.others.addProject();
    project.branches.set('main', SHA);
    project.messages.set(SHA, 'Begin <b>bold</b>\n\nMore.');
    developer = new PageBrowser(app, app.user(51, project, AccessLevel.developer));
    reporter = new PageBrowser(app, app.user(52, project, AccessLevel.reporter));
    stranger = new PageBrowser(app, app.user(53));
    anonymous = new PageBrowser(app, null);
  });
  const at = (rest: string) => `/-/project/${project.card.id}${rest}`;
  const statusOf = async (id: number) =>
    (await app.testDatabase.query<{ status: string }>('select status from pipelines where id = $1', [id]))[0]!.status;

  it('list pipelines, newest first, by ref and status, twenty on a page', async () => {
    expect((await reporter!.get(at('/pipelines'))).text).toContain('There are no pipelines yet.');
    const { id } = await makePipeline(app, project, [{ name: 'first' }], { userId: 51, ref: '<i>odd' });
    for (let n = 0; n < 21; n++) await makePipeline(app, project, [{ name: 'unit' }], { userId: 51 });
    const first = await reporter!.get(at('/pipelines'));
    expect([first.status, first.type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(first.text.match(/status-pending/g)).toHaveLength(20);
    expect(first.text).toContain('Begin &lt;b&gt;bold&lt;/b&gt;');
    expect(first.text).toContain('<a href="/user-51">User 51</a>');
    expect(first.text).toMatch(/rel="next" href="\/group\/project-\d+\/-\/pipelines\?page=2"/);
    const last = await reporter!.get(at('/pipelines?page=2'));
    expect(last.text).toContain(`/-/pipelines/${id}"`);
    expect(last.text).toContain('&lt;i&gt;odd');
    const odd = await reporter!.get(at(`/pipelines?${new URLSearchParams({ ref: '<i>odd', status: 'pending' })}`));
    expect(odd.text.match(/class="status /g)).toHaveLength(1);
    expect((await reporter!.get(at('/pipelines?status=failed'))).text).toContain('No pipeline matches.');
    expect((await reporter!.get(at('/pipelines?status=odd'))).status).toBe(200);
  });

  it('show the stages of a pipeline, and what its jobs wait for', async () => {
    const made = await makePipeline(
      app,
      project,
      [
        { name: 'compile <x>', stage: 'build' },
        { name: 'unit', stage: 'test', stageIndex: 1, needs: ['compile <x>'] },
        { name: 'ship', stage: 'deploy', stageIndex: 2, when: 'manual' },
      ],
      { userId: 51 },
    );
    const { status, text } = await reporter!.get(at(`/pipelines/${made.id}`));
    expect(status).toBe(200);
    expect(text).toContain('<dd><a href="/user-51">User 51</a></dd>');
    expect(text).toMatch(
      /<h3>build<\/h3>[^]*compile &lt;x&gt;[^]*<h3>test<\/h3>[^]*Needs compile &lt;x&gt;[^]*<h3>deploy/,
    );
    expect(text).toMatch(/<svg[^]*<path d="M170 44[^]*<text class="stage"[^>]*>test<[^]*<title>compile &lt;x&gt;: /);
    expect(text).not.toContain('<form method="post" action="/group');
    expect((await developer!.get(at(`/pipelines/${made.id}`))).text).toContain(`/-/jobs/${made.jobs[0]}/cancel"`);
  });

  it('cancel and retry a pipeline', async () => {
    const { id } = await makePipeline(app, project, [{ name: 'unit' }]);
    const address = `/group/project-${project.card.id}/-/pipelines/${id}`;
    const before = await developer!.get(at(`/pipelines/${id}`));
    expect([before.text.includes('Cancel pipeline'), before.text.includes('Retry failed jobs')]).toEqual([true, false]);
    expect(await developer!.post(at(`/pipelines/${id}/cancel`))).toMatchObject({ status: 303, location: address });
    expect(await statusOf(id)).toBe('canceled');
    const after = await developer!.get(at(`/pipelines/${id}`));
    expect([after.text.includes('Cancel pipeline'), after.text.includes('Retry failed jobs')]).toEqual([false, true]);
    expect(await developer!.post(at(`/pipelines/${id}/retry`))).toMatchObject({ status: 303, location: address });
    expect(await statusOf(id)).toBe('pending');
  });

  it('change nothing for readers, on protected branches, and by forged forms', async () => {
    const { id } = await makePipeline(app, project, [{ name: 'unit' }]);
    await developer!.get(at(`/pipelines/${id}`));
    const forged = await developer!.post(at(`/pipelines/${id}/cancel`), { authenticity_token: 'x'.repeat(43) });
    await reporter!.get(at('/pipelines'));
    project.protectedBranches.add('main');
    const { text } = await developer!.get(at(`/pipelines/${id}`));
    const answers = [
      forged,
      await reporter!.post(at(`/pipelines/${id}/cancel`)),
      await developer!.post(at(`/pipelines/${id}/retry`)),
    ];
    project.protectedBranches.clear();
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(text).not.toContain('Cancel pipeline');
    expect(await statusOf(id)).toBe('pending');
  });

  it('are hidden with their project, and lead anonymous callers to sign-in', async () => {
    const { id } = await makePipeline(app, project, [{ name: 'unit' }]);
    for (const path of [at('/pipelines'), at(`/pipelines/${id}`)]) {
      expect((await stranger!.get(path)).status).toBe(404);
      const { status, location } = await anonymous!.get(path);
      expect([status, location?.split('?')[0]]).toEqual([303, '/users/sign_in']);
    }
    expect((await reporter!.get(at('/pipelines/999999'))).status).toBe(404);
  });

  it('read a page with a constant number of statements', async () => {
    const { id } = await makePipeline(app, project, [{ name: 'unit' }, { name: 'lint' }]);
    expect(await app.countStatements(() => reporter!.get(at('/pipelines')))).toBeLessThanOrEqual(2);
    expect(await app.countStatements(() => reporter!.get(at(`/pipelines/${id}`)))).toBeLessThanOrEqual(4);
  });
});
