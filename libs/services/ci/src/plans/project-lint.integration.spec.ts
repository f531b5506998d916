import { load } from 'js-yaml';
import { CiApp } from '../testing/ci-app.js';

const HEAD = 'a'.repeat(40);
const CONFIG = `
include: shared.yml
unit: {extends: .base, script: [!reference [.commands, setup], make]}
ship: {stage: deploy, script: ship, rules: [{if: $CI_COMMIT_TAG}], needs: [unit], environment: live}
`;

describe('/projects/:id/ci/lint', () => {
  const app = CiApp.inBlock();

  const newProject = (files: Record<string, string> = {}, settings = {}) => {
    const project = app.others.addProject(settings);
    project.branches.set('main', HEAD).set('other', 'b'.repeat(40));
    project.tags.set('v1', HEAD);
    for (const [path, text] of Object.entries(files)) project.files.set(path, text);
    const at = `/projects/${project.card.id}/ci/lint`;
    const [dev, reporter] = [app.user(1, project, 30), app.user(2, project, 20)];
    return { project, at, dev, reporter };
  };
  const SHARED = { '.gitlab-ci.yml': CONFIG, 'shared.yml': '.base: {image: node}\n.commands: {setup: [make deps]}' };
  const invalid = (error: string, merged: string | null = null) => ({
    status: 200,
    body: { valid: false, errors: [error], warnings: [], merged_yaml: merged },
  });

  it('shows the merged file', async () => {
    const { at, reporter } = newProject(SHARED);
    const { status, body } = await app.request(reporter, 'GET', at);
    expect([status, body]).toEqual([200, { valid: true, errors: [], warnings: [], merged_yaml: expect.any(String) }]);
    expect(load(body.merged_yaml)).toMatchObject({
      '.base': { image: 'node' },
      unit: { image: 'node', script: [['make deps'], 'make'] },
    });
  });

  it('lists the jobs of the file, or of a dry run', async () => {
    const { at, dev } = newProject(SHARED);
    const names = async (query: string) =>
      ((await app.request(dev, 'GET', `${at}?include_jobs=true${query}`)).body.jobs as { name: string }[]).map(
        ({ name }) => name,
      );
    expect(await names('')).toEqual(['unit', 'ship']);
    expect(await names('&dry_run=true')).toEqual(['unit']);
    expect(await names('&dry_run=true&dry_run_ref=v1')).toEqual(['unit', 'ship']);
    const { body } = await app.request(dev, 'GET', `${at}?include_jobs=true`);
    expect(body.jobs[1]).toEqual({
      ...{ name: 'ship', stage: 'deploy', script: ['ship'], after_script: [], tag_list: [], environment: 'live' },
      ...{ when: 'on_success', allow_failure: false, needs: [{ name: 'unit' }] },
    });
  });

  it('names environments that have the id of the pipeline by its variable', async () => {
    const content = 'a: {script: a, environment: review/$CI_COMMIT_REF_NAME/$CI_PIPELINE_ID-$CI_PIPELINE_IID}';
    const { at, dev } = newProject();
    const { body } = await app.request(dev, 'POST', at, { content, dry_run: true, include_jobs: true });
    expect(body.jobs).toMatchObject([{ environment: 'review/main/$CI_PIPELINE_ID-$CI_PIPELINE_IID' }]);
  });

  it('checks a text as that of the project', async () => {
    const { at, dev } = newProject({ 'a.yml': 'a: {script: a}' });
    const check = (body: object) => app.request(dev, 'POST', at, body);
    expect(await check({ content: 'include: a.yml', include_jobs: true })).toMatchObject({
      status: 200,
      body: { valid: true, jobs: [{ name: 'a' }] },
    });
    expect(await check({ content: 'a: {script: [1]}' })).toEqual(
      invalid('jobs:a:script config should be a string or an array of strings (.gitlab-ci.yml:1)'),
    );
    const filtered = await check({ content: 'workflow: {rules: [{if: $A}]}\na: {script: a}', dry_run: true });
    expect(filtered).toMatchObject({ status: 200, body: { valid: false, merged_yaml: expect.any(String) } });
    expect(filtered.body.errors).toEqual(['Pipeline filtered out by workflow rules.']);
    expect(await check({ content: ' ' })).toEqual(invalid('Please provide content of .gitlab-ci.yml'));
    expect(await check({})).toEqual({ status: 400, body: { error: 'content is missing' } });
  });

  it('says what is missing', async () => {
    const { at, dev } = newProject();
    const get = (query = '') => app.request(dev, 'GET', `${at}${query}`);
    expect(await get()).toEqual(invalid('Please provide content of .gitlab-ci.yml'));
    expect(await get('?content_ref=none')).toEqual(invalid('Reference not found'));
    const empty = newProject({}, { defaultBranch: null });
    expect(await app.request(empty.dev, 'GET', empty.at)).toEqual(invalid('Reference not found'));
    const check = (body: object) => app.request(empty.dev, 'POST', empty.at, { content: 'a: {script: a}', ...body });
    expect(await check({ include_jobs: true })).toMatchObject({ body: { valid: true, jobs: [{ name: 'a' }] } });
    expect(await check({ content: 'text' })).toEqual(invalid('Invalid configuration format'));
    expect(await check({ dry_run: true })).toEqual(invalid('Reference not found'));
  });

  it('is for users who may read the code, and checks texts for developers', async () => {
    const { at, reporter, project } = newProject(SHARED, { visibility: 'public' });
    const guest = app.user(3, project, 10);
    const post = (user: Parameters<typeof app.request>[0]) => app.request(user, 'POST', at, { content: 'a' });
    expect((await app.request(null, 'GET', at)).status).toBe(200);
    expect((await post(reporter)).status).toBe(403);
    expect((await post(null)).status).toBe(401);
    expect(await app.request(guest, 'GET', `${at}?dry_run=true`)).toEqual(
      invalid('Insufficient permissions to create a new pipeline'),
    );
    const lost = 'c'.repeat(40);
    project.unreachable.add(lost);
    expect((await app.request(reporter, 'GET', `${at}?content_ref=${lost}`)).body.valid).toBe(true);
    for (const caller of [null, app.user(6)])
      expect(await app.request(caller, 'GET', `${at}?content_ref=${lost}`)).toEqual(invalid('Reference not found'));
    const hidden = newProject(SHARED);
    expect((await app.request(app.user(4), 'GET', hidden.at)).status).toBe(404);
    expect((await app.request(app.user(5, hidden.project, 10), 'GET', hidden.at)).status).toBe(403);
  });
});
