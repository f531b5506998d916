import { AccessLevel } from '@hearth/contract-kit';
import { CiApp } from '../../testing/ci-app.js';
import { makePipeline } from '../../testing/make-pipeline.js';
import type { FakeProject } from '../../testing/other-services.js';
import { PageBrowser } from '../../testing/page-browser.js';
import { RunnerClient } from '../../testing/runner-client.js';
import { zipOf } from '../../testing/zip.js';

describe('the pages of artifacts', () => {
  const app = CiApp.inBlock();
  let project: FakeProject;
  let [developer, reporter]: PageBrowser[] = [];
  beforeAll(() => {
    project = app.others.addProject();
    developer = new PageBrowser(app, app.user(61, project, AccessLevel.developer));
    reporter = new PageBrowser(app, app.user(62, project, AccessLevel.reporter));
  });
  const at = (rest: string) => `/-/project/${project.card.id}/jobs/${rest}`;
  const address = (rest: string) => `/${project.card.fullPath}/-/jobs/${rest}`;

  /** Runs a job that uploads an archive and a report. */
  const finished = async (settings: object = {}) => {
    const artifacts = {
      name: null,
      untracked: false,
      paths: ['a'],
      when: 'always',
      expireIn: null,
      ...settings,
    } as const;
    const options = { script: ['a'], artifacts };
    const runner = await RunnerClient.register(app, `project-${project.card.id}`);
    await makePipeline(app, project, [{ name: 'unit', options }], { userId: 61 });
    const job = (await runner.take())!;
    const content = Buffer.from('text');
    await runner.upload(job, zipOf({ name: 'docs/<b> ä.txt', content }, { name: 'a', content }));
    await runner.report(job, 'junit', '<testsuite/>');
    await runner.put(job, { state: 'success' });
    return job.id;
  };

  it('list the folders and files of the archive', async () => {
    const id = await finished({ exposeAs: 'Some files', paths: ['docs/'] });
    const { text: page } = await reporter!.get(at(`${id}`));
    expect(page).toContain(`Some files: <a href="${address(`${id}/artifacts/browse/docs/`)}">docs/</a>`);
    expect(page).toContain(`href="${address(`${id}/artifacts/download?file_type=junit`)}"`);
    expect((await reporter!.get(at(`${id}/artifacts/download?file_type=junit`))).status).toBe(200);
    const { text: top } = await reporter!.get(at(`${id}/artifacts/browse`));
    expect(top).toContain(`<a href="${address(`${id}/artifacts/browse/docs`)}">docs/</a>`);
    expect(top).toContain(`<a href="${address(`${id}/artifacts/raw/a`)}" download>a</a>`);
    const { text: folder } = await reporter!.get(at(`${id}/artifacts/browse/docs%2F`));
    expect(folder).toContain('>&lt;b&gt; ä.txt</a>');
    const [, file] = /href="[^"]*\/artifacts\/raw\/(docs[^"]*)"/.exec(folder)!;
    // The edge passes slashes on encoded.
    expect((await reporter!.get(at(`${id}/artifacts/raw/${file!.replace('/', '%2F')}`))).text).toBe('text');
    const { status, location } = await reporter!.get(at(`${id}/artifacts/browse/a`));
    expect([status, location]).toEqual([303, address(`${id}/artifacts/raw/a`)]);
    for (const path of ['browse/x', 'raw/x'])
      expect((await reporter!.get(at(`${id}/artifacts/${path}`))).status).toBe(404);
  });

  it('are for the users who may download them', async () => {
    const id = await finished({ access: 'developer' });
    for (const path of ['browse', 'browse/docs', 'raw/a', 'download', 'download?file_type=junit']) {
      expect([path, (await developer!.get(at(`${id}/artifacts/${path}`))).status]).toEqual([path, 200]);
      expect([path, (await reporter!.get(at(`${id}/artifacts/${path}`))).status]).toEqual([path, 403]);
    }
    const { text } = await reporter!.get(at(`${id}`));
    expect([text.includes('You may not download them.'), text.includes('/artifacts/download')]).toEqual([true, false]);
  });
});
