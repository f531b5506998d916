import { waitFor, type ProjectRecord } from '@hearth/testing';
import type { Browser } from 'playwright-core';
import { ARCHIVE } from '../clients/archive.js';
import { Runner, type Job } from '../clients/gitlab-runner.js';
import { uniqueName } from '../system/names.js';
import { newPerson, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { Visitor, startBrowser } from '../system/visitor.js';

const CONFIGURATION = `
stages: [build, test, deploy]
compile:
  stage: build
  script: [make]
  artifacts: {paths: [out/]}
check the whole program:
  stage: test
  needs: [compile]
  script: [make check]
ship:
  stage: deploy
  script: [./ship]
  when: manual
  environment: {name: production, url: "https://live.example"}
`;

const ESC = '\u001b';
const BEGINNING = [
  `${ESC}[0;33mcloning${ESC}[0m into the folder`,
  `section_start:1700000000:script\r${ESC}[0K${ESC}[36;1m$ make${ESC}[0m`,
  `${ESC}[41mred ground${ESC}[0m ${ESC}[90mgrey${ESC}[0m ${ESC}[38;5;208morange${ESC}[0m ${ESC}[7mreversed${ESC}[0m`,
  `${'a long line '.repeat(40)}\n`,
].join('\n');
const ADDED = `${ESC}[32mbuilt${ESC}[0m <b>all</b>\nsection_end:1700000009:script\r${ESC}[0K\ndone\n`;

describe('the pages of pipelines', () => {
  let browser: Browser;
  let person: Person;
  let visitor: Visitor;
  let project: ProjectRecord;
  let runner: Runner;
  let job: Job;
  beforeAll(async () => {
    [browser, person] = await Promise.all([startBrowser(), newPerson('watcher')]);
    project = await newProject(person, 'watched');
    visitor = await Visitor.with(browser);
    await visitor.signIn(person);
    const file = { branch: 'main', commit_message: 'Configure <i>all</i>', content: CONFIGURATION };
    (await person.api.post(`${projectPath(project)}/repository/files/.gitlab-ci.yml`, file)).expect(201);
    runner = await Runner.ofProject(person.api, projectPath(project));
    job = await runner.take();
    await runner.write(job, 0, BEGINNING);
  });
  afterAll(() => browser.close());
  afterEach(() => expect(visitor.complaints).toEqual([]));

  const at = (rest: string) => `/${project.path_with_namespace}/-/${rest}`;
  const open = async (rest: string, name: string, heading: string | RegExp) => {
    await visitor.page.goto(at(rest));
    expect(await visitor.page.getByRole('heading', { level: 1 }).innerText()).toMatch(heading);
    expect(await visitor.defects(name)).toEqual([]);
  };

  it('append what a running job writes, and show its end', async () => {
    await open(`jobs/${job.id}`, 'job-running', 'compile');
    const { page } = visitor;
    const trace = () => page.locator('#trace').innerText();
    expect(await trace()).toContain('red ground');
    await runner.write(job, Buffer.byteLength(BEGINNING), ADDED);
    await waitFor('the new lines', async () => (await trace()).includes('done'), { timeoutMs: 20_000 });
    const lines = page.locator('#trace > .trace-line > span, #trace > details > .trace-line > span');
    expect((await lines.allInnerTexts()).slice(-2)).toEqual(['built <b>all</b>', 'done']);
    expect(await page.locator('#trace > details > .trace-line').count()).toBe(3);
    await runner.upload(job, ARCHIVE);
    await runner.report(job, 'success', BEGINNING + ADDED);
    await page.getByRole('link', { name: 'artifacts.zip' }).waitFor();
    expect(await page.locator('h1 .status').innerText()).toBe('success');
    expect(await visitor.defects('job-ended')).toEqual([]);
    expect(await lines.count()).toBe(5);
  });

  it('show stages, and run a manual job', async () => {
    await open('pipelines', 'pipelines', 'Pipelines');
    await visitor.page.getByRole('link', { name: /Configure <i>all<\/i>/ }).click();
    await visitor.page.getByRole('heading', { name: /^Pipeline #/ }).waitFor();
    expect(await visitor.page.locator('.stages h3').allInnerTexts()).toEqual(['build', 'test', 'deploy']);
    expect(await visitor.defects('pipeline')).toEqual([]);
    const check = await runner.take();
    await runner.report(check, 'success');
    await visitor.page.reload();
    await visitor.press('Run ship');
    const ship = await runner.take();
    expect(ship.job_info.name).toBe('ship');
    await runner.report(ship, 'success');
  });

  it('have no defects', async () => {
    await open('jobs', 'jobs', 'Jobs');
    await open('environments', 'environments', 'Environments');
    await visitor.page.getByRole('link', { name: 'production', exact: true }).click();
    await visitor.page.getByRole('heading', { name: 'Deployments' }).waitFor();
    expect(await visitor.defects('environment')).toEqual([]);
    const schedule = { description: 'nightly', ref: 'main', cron: '0 1 * * *' };
    (await person.api.post(`${projectPath(project)}/pipeline_schedules`, schedule)).expect(201);
    await open('pipeline_schedules', 'pipeline-schedules', 'Schedules');
    await open('pipelines/new', 'new-pipeline', 'Run a pipeline');
    await visitor.page.getByLabel('Variables').fill('no key');
    await visitor.press('Run pipeline');
    expect(await visitor.defects('new-pipeline-refused')).toEqual([]);
  });

  it('of artifacts and tests have no defects', async () => {
    await open(`jobs/${job.id}/artifacts/browse`, 'artifacts', 'Artifacts');
    await open(`jobs/${job.id}/artifacts/browse/out/`, 'artifacts-folder', 'Artifacts');
    const [{ id }] = await person.api.read<[{ id: number }]>(`${projectPath(project)}/pipelines`);
    await open(`pipelines/${id}/test_report`, 'test-report', 'Tests');
  });

  it('of settings have no defects, and show a token once', async () => {
    const { page } = visitor;
    await open('settings/ci_cd', 'variables-empty', 'Variables');
    await page.getByLabel('Key').fill('DEPLOY_KEY');
    await page.getByLabel('Value', { exact: true }).fill('short');
    await page.getByLabel('Visibility').selectOption('masked');
    await visitor.press('Add variable');
    expect(await visitor.defects('variables-refused')).toEqual([]);
    await page.getByLabel('Value', { exact: true }).fill('long-enough');
    await visitor.press('Add variable');
    expect(await page.getByRole('status').innerText()).toBe('Added.');
    expect(await visitor.defects('variables')).toEqual([]);
    await page.getByRole('link', { name: 'DEPLOY_KEY' }).click();
    expect(await visitor.defects('variable')).toEqual([]);

    await page.getByRole('link', { name: 'Triggers' }).click();
    await page.getByLabel('Description').fill('nightly');
    await visitor.press('Add trigger');
    expect(await visitor.defects('triggers')).toEqual([]);

    await page.getByRole('link', { name: 'Runners' }).click();
    expect(await visitor.defects('runners')).toEqual([]);
    await page.getByLabel('Description').fill('builder');
    await visitor.press('Create runner');
    await page.getByText('gitlab-runner register').waitFor();
    expect(await visitor.defects('runner-token')).toEqual([]);
    await page.reload();
    expect(await page.getByRole('status').innerText()).toContain('shown already');
    await page.getByRole('link', { name: 'builder' }).click();
    expect(await visitor.defects('runner')).toEqual([]);

    for (const list of ['Access tokens', 'Deploy tokens']) {
      await page.getByRole('link', { name: list }).click();
      await page.getByLabel('Name', { exact: true }).fill('machine');
      await page.locator('input[value=read_repository]').check();
      await visitor.press(list === 'Access tokens' ? 'Create access token' : 'Create deploy token');
      await page.getByRole('heading', { name: 'Token created' }).waitFor();
      expect(await visitor.defects(`new-${list}`)).toEqual([]);
      await page.getByRole('link', { name: 'Back to all tokens' }).click();
      expect(await visitor.defects(list)).toEqual([]);
    }
  });

  it('of settings of a group have no defects', async () => {
    const path = uniqueName('set');
    (await person.api.post('/groups', { name: path, path })).expect(201);
    await visitor.page.goto(`/groups/${path}/-/settings/ci_cd`);
    expect(await visitor.defects('group-variables')).toEqual([]);
    for (const list of ['Access tokens', 'Deploy tokens']) {
      await visitor.page.getByRole('link', { name: list }).click();
      await visitor.page.getByRole('heading', { name: list, level: 1 }).waitFor();
      expect(await visitor.defects(`group-${list}`)).toEqual([]);
    }
  });
});
