import { AccessLevel } from '@hearth/contract-kit';
import { CiApp } from '../../testing/ci-app.js';
import { makePipeline } from '../../testing/make-pipeline.js';
import type { FakeProject } from '../../testing/other-services.js';
import { PageBrowser } from '../../testing/page-browser.js';

describe('the buttons of jobs', () => {
  const app = CiApp.inBlock();
  let project: FakeProject;
  let [developer, reporter, master]: PageBrowser[] = [];
  beforeAll(() => {
    project = app.others.addProject();
    developer = new PageBrowser(app, app.user(51, project, AccessLevel.developer));
    reporter = new PageBrowser(app, app.user(52, project, AccessLevel.reporter));
    master = new PageBrowser(app, app.user(53, project, AccessLevel.master));
  });
  const at = (rest: string) => `/-/project/${project.card.id}${rest}`;
  const address = (rest: string) => `/${project.card.fullPath}/-/${rest}`;
  const statusOf = async (id: number) =>
    (await app.testDatabase.query<{ status: string }>('select status from jobs where id = $1', [id]))[0]!.status;

  it('cancel a job, run it again, and start a manual one', async () => {
    const { id, jobs } = await makePipeline(app, project, [{ name: 'unit' }, { name: 'ship', when: 'manual' }]);
    const [unit, ship] = jobs as [number, number];
    await developer!.get(at(`/pipelines/${id}`));
    const canceled = await developer!.post(at(`/jobs/${unit}/cancel`), { pipeline: String(id) });
    expect(canceled).toMatchObject({ status: 303, location: address(`pipelines/${id}`) });
    expect(await statusOf(unit)).toBe('canceled');
    const { status, location } = await developer!.post(at(`/jobs/${unit}/retry`));
    const again = Number(/\/-\/jobs\/(\d+)$/.exec(location!)![1]);
    expect([status, again > unit, await statusOf(again)]).toEqual([303, true, 'pending']);
    const played = await developer!.post(at(`/jobs/${ship}/play`));
    expect(played).toMatchObject({ status: 303, location: address(`jobs/${ship}`) });
    expect(await statusOf(ship)).toBe('pending');
    expect((await developer!.post(at(`/jobs/${ship}/retry`))).status).toBe(403);
    expect((await developer!.post(at(`/jobs/${unit}/play`))).status).toBe(400);
  });

  it('end a job that is being canceled, for masters', async () => {
    const { jobs } = await makePipeline(app, project, [{ name: 'unit' }]);
    await app.testDatabase.query(`update jobs set status = 'canceling' where id = $1`, [jobs[0]]);
    const path = at(`/jobs/${jobs[0]}`);
    const pages = [await developer!.get(path), await master!.get(path)];
    expect(pages.map(({ text }) => text.includes('Cancel at once'))).toEqual([false, true]);
    expect((await developer!.post(`${path}/cancel`, { force: 'true' })).status).toBe(403);
    expect(await statusOf(jobs[0]!)).toBe('canceling');
    expect((await master!.post(`${path}/cancel`, { force: 'true' })).status).toBe(303);
    expect(await statusOf(jobs[0]!)).toBe('canceled');
  });

  it('change nothing for readers, on protected branches, and by forged forms', async () => {
    const { id, jobs } = await makePipeline(app, project, [{ name: 'unit' }]);
    const path = at(`/jobs/${jobs[0]}/cancel`);
    await developer!.get(at(`/pipelines/${id}`));
    await reporter!.get(at(`/pipelines/${id}`));
    const forged = await developer!.post(path, { authenticity_token: 'x'.repeat(43) });
    await developer!.get(at(`/pipelines/${id}`));
    project.protectedBranches.add('main');
    const answers = [forged, await reporter!.post(path), await developer!.post(path)];
    project.protectedBranches.clear();
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await statusOf(jobs[0]!)).toBe('pending');
    expect((await developer!.post(at('/jobs/999999/cancel'))).status).toBe(404);
    expect((await developer!.post(at('/jobs/999999/cancel'), { force: 'true' })).status).toBe(404);
  });
});
