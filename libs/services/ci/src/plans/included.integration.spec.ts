import { CiApp } from '../testing/ci-app.js';

const HEAD = 'a'.repeat(40);

describe('files that a configuration includes', () => {
  const app = CiApp.inBlock();

  const newProject = (files: Record<string, string>) => {
    const project = app.others.addProject();
    project.branches.set('main', HEAD);
    for (const [path, text] of Object.entries(files)) project.files.set(path, text);
    return project;
  };
  const create = async (files: Record<string, string>, userId = 1) => {
    const project = newProject(files);
    const user = app.user(userId, project, 30);
    const { status, body } = await app.request(user, 'POST', `/projects/${project.card.id}/pipeline`, { ref: 'main' });
    if (status !== 201) return body.message.base as string[];
    const { body: jobs } = await app.request(user, 'GET', `/projects/${project.card.id}/jobs`);
    return (jobs as { name: string }[]).map(({ name }) => name).toReversed();
  };

  it('are read from the commit, nested ones as well', async () => {
    const names = await create({
      '.gitlab-ci.yml': 'include: {local: ci/*.yml}\nown: {script: a}',
      'ci/a.yml': 'include: /shared.yml\na: {extends: .shared}',
      'ci/b.yml': 'b: {extends: .shared}',
      'shared.yml': '.shared: {script: s}',
    });
    expect(names).toEqual(['a', 'b', 'own']);
    const missing = await create({ '.gitlab-ci.yml': 'include: none.yml\nown: {script: a}' });
    expect(missing).toEqual(['Local file `none.yml` does not exist! (.gitlab-ci.yml:1)']);
  });

  it('of other projects are read with the rights of the user', async () => {
    const shared = newProject({ 'a.yml': 'include: b.yml', 'b.yml': 'shared: {script: s}' });
    const { fullPath } = shared.card;
    const config = (ref: string, file = 'a.yml') => ({
      '.gitlab-ci.yml': `include: {project: ${fullPath}, ref: ${ref}, file: ${file}}\nown: {script: a}`,
    });
    app.user(2, shared, 20);
    app.user(3, shared, 10);
    expect(await create(config('main'), 2)).toEqual(['shared', 'own']);
    expect(await create(config(''), 2)).toEqual(['shared', 'own']);
    expect(await create(config('none'), 2)).toEqual([
      `Project \`${fullPath}\` reference \`none\` does not exist! (.gitlab-ci.yml:1)`,
    ]);
    expect(await create(config('main', 'c.yml'), 2)).toEqual([
      `Project \`${fullPath}\` file \`c.yml\` does not exist! (.gitlab-ci.yml:1)`,
    ]);
    const denied = [`Project \`${fullPath}\` not found or access denied! (.gitlab-ci.yml:1)`];
    expect([await create(config('main'), 3), await create(config('main'), 4)]).toEqual([denied, denied]);
    shared.card = { ...shared.card, visibility: 'public' };
    expect(await create(config('main'), 4)).toEqual(['shared', 'own']);
    const lost = 'c'.repeat(40);
    shared.unreachable.add(lost);
    expect(await create(config(lost), 2)).toEqual(['shared', 'own']);
    expect(await create(config(lost), 4)).toEqual([
      `Project \`${fullPath}\` reference \`${lost}\` does not exist! (.gitlab-ci.yml:1)`,
    ]);
  });
});
