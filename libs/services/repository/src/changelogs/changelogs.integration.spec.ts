import { GitProjects } from '../testing/git-projects.js';
import type { FakeProject } from '../testing/fake-services.js';
import { RepositoryApp } from '../testing/repository-app.js';

describe('a changelog', () => {
  const app = RepositoryApp.inBlock();
  const projects = new GitProjects(app);

  const at = ({ id }: FakeProject) => `/api/v4/projects/${id}/repository/changelog`;
  const read = async (project: FakeProject, query: Record<string, string>, as = projects.reporter) => {
    const response = await app.send(`${at(project)}?${new URLSearchParams(query).toString()}`, { as });
    return { status: response.status, body: (await response.json()) as { notes?: string; message?: string } };
  };
  const add = async (project: FakeProject, body: object, as = projects.master) => {
    const headers = { 'content-type': 'application/json' };
    const response = await app.send(at(project), { method: 'POST', headers, body: JSON.stringify(body), as });
    return { status: response.status, body: (await response.json()) as unknown };
  };

  it('is generated from trailers since the last tag, and added to a file once', async () => {
    const { project, client } = await projects.start();
    const commit = (message: string) => client.run(['commit', '--quiet', '--allow-empty', '-m', message]);
    await client.run(['tag', 'v1.0.0']);
    await commit('Mend a door\n\nIt squeaked.\n\nChangelog: fixed\nChangelog: repaired\nSigned-off-by: Ada <a@b.c>');
    const id = await client.idOf('HEAD');
    await commit('Changelog: not a trailer\n\nText after it.');
    await client.run(['push', '--quiet', 'origin', 'main', 'v1.0.0']);
    app.services.mergedRanges.push({ iid: 4, headSha: id, baseSha: await client.idOf('v1.0.0'), made: [] });
    const date = '2026-03-05T10:00:00Z';
    const link = `[Mend a door](${project.fullPath}@${id}) ([merge request](${project.fullPath}!4))`;
    const notes = `## 1.1.0 (2026-03-05)\n\n### repaired (1 change)\n\n- ${link}\n\n`;
    expect(await read(project, { version: '1.1.0', date })).toEqual({ status: 200, body: { notes } });
    const config = 'categories: {repaired: Repairs}\n';
    await projects.commit(client, 'config', config);
    await client.run(['push', '--quiet', 'origin', 'main']);
    const asked = { version: '1.1.0', date, config_file: 'config.txt' };
    for (let time = 0; time < 2; time += 1) expect(await add(project, asked)).toEqual({ status: 200, body: 200 });
    await client.run(['fetch', '--quiet', 'origin']);
    expect(await client.lines('log', '--format=%s', 'main..origin/main')).toEqual(['Add changelog for version 1.1.0']);
    const text = (await client.run(['show', 'origin/main:CHANGELOG.md'])).toString();
    expect(text).toBe(`${notes.replace('repaired', 'Repairs').trimEnd()}\n`);
    app.services.mergedRanges.splice(0);
  });

  it('is refused by a sentence, and to callers who may not push', async () => {
    const { project, client } = await projects.start();
    const failed = (reason: string) => ({
      ...{ status: 422, body: { message: `Failed to generate the changelog: ${reason}` } },
    });
    expect(await read(project, { version: '1.0.0' })).toEqual(
      failed('The commit start range is unspecified, and no previous tag could be found to use instead'),
    );
    expect(await read(project, { version: '1.0.0', from: 'none' })).toEqual(failed('The revision none does not exist'));
    expect(await read(projects.make(), { version: '1.0.0' }, projects.master)).toEqual(
      failed('The repository is empty'),
    );
    expect(await read(project, { version: 'one', trailer: 'a b' })).toEqual({
      ...{ status: 400, body: { error: 'version is invalid, trailer is invalid' } },
    });
    const whole = { version: '1.0.0', from: 'main' };
    expect((await read(project, whole, projects.stranger)).status).toBe(404);
    expect((await add(project, whole, projects.reporter)).status).toBe(403);
    expect(await add(project, { ...whole, branch: 'none', to: 'main' })).toMatchObject({ status: 400 });
    expect((await read(project, whole)).body.notes).toMatch(/No changes\.\n\n$/);
    await projects.commit(client, 'config', '#'.repeat(64 * 1024 + 1));
    await client.run(['push', '--quiet', 'origin', 'main']);
    const large = failed('The file config.txt is too large');
    expect(await read(project, { ...whole, config_file: 'config.txt' })).toEqual(large);
    await projects.commit(client, 'config', `tag_regex: '${'(?:x?){999}'.repeat(600)}'\n`);
    await client.run(['tag', 'v0.1.0']);
    await client.run(['push', '--quiet', 'origin', 'main', 'v0.1.0']);
    const costly = await read(project, { version: '1.0.0', config_file: 'config.txt' });
    expect(costly.body.message).toMatch(/The configuration takes too much (memory|time)$/);
  });
});
