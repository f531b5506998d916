import { TEMPLATES } from '../configuration/composition/templates.js';
import { CiApp } from '../testing/ci-app.js';

describe('templates of a .gitlab-ci.yml', () => {
  const app = CiApp.inBlock();
  const names = ['Branch-Pipelines', 'MergeRequest-Pipelines'];

  it('are those that `include: template` finds, for everybody', async () => {
    const list = names.map((name) => ({ key: name, name }));
    expect(await app.request(null, 'GET', '/templates/gitlab_ci_ymls')).toEqual({ status: 200, body: list });
    expect((await app.request(null, 'GET', '/templates/gitlab_ci_ymls?per_page=1&page=2')).body).toEqual([list[1]]);
    expect(names.map((name) => `Workflows/${name}.gitlab-ci.yml`)).toEqual(Object.keys(TEMPLATES).toSorted());
    for (const name of names) {
      const { status, body } = await app.request(null, 'GET', `/templates/gitlab_ci_ymls/${name}`);
      expect([status, body]).toEqual([200, { name, content: expect.stringMatching(/^workflow:\n {2}rules:\n/) }]);
      expect(
        (await app.request(null, 'POST', '/ci/lint', { content: `${body.content}test: {script: make}` })).body,
      ).toEqual({
        ...{ status: 'valid', errors: [] },
      });
    }
    expect(await app.request(null, 'GET', '/templates/gitlab_ci_ymls/Pascal')).toEqual({
      ...{ status: 404, body: { message: '404 Template Not Found' } },
    });
  });
});
