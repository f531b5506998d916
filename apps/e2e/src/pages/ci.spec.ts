import { waitFor, type ProjectRecord } from '@hearth/testing';
import type { Browser } from 'playwright-core';
import { ARCHIVE } from '../clients/archive.js';
import { Runner, type Job } from '../clients/gitlab-runner.js';
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
    const { runners_token: token } = await person.api.read<{ runners_token: string }>(projectPath(project));
    runner = await Runner.register(token);
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
});
