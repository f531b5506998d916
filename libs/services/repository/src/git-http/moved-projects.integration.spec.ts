import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

const REFS = '/info/refs?service=git-upload-pack';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);

/** Creates a project, pushes to it, and moves it to another path. */
async function moved(visibility?: 'public' | 'private') {
  const { project, client } = await projects.start(visibility);
  const before = project.fullPath;
  project.formerPaths.add(before);
  project.fullPath = `${before}-moved`;
  return { project, client, before };
}

describe('a project that has moved', () => {
  it('is there at its new URL at once', async () => {
    const { project } = await moved();
    const clone = await app.clientFolder(`${project.fullPath}-new`);
    await clone.run(['clone', '--quiet', app.remote(project.fullPath, projects.reporter), '.']);
    expect(await clone.text('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
  });

  it('is cloned, fetched and pushed to by its old URL, credentials and all', async () => {
    const { project, client, before } = await moved();
    const second = await projects.commit(client, 'second');
    await client.run(['push', '--quiet', 'origin', 'main']);
    expect((await projects.journal(project)).published.at(-1)).toEqual(['refs/heads/main', expect.any(String), second]);
    const clone = await app.clientFolder(`${before}-clone`);
    await clone.run(['clone', '--quiet', app.remote(before, projects.reporter), '.']);
    expect(await clone.idOf('HEAD')).toBe(second);
    const third = await projects.commit(client, 'third');
    await client.run(['push', '--quiet', app.remote(project.fullPath, projects.master), 'main']);
    await clone.run(['pull', '--quiet']);
    expect(await clone.idOf('HEAD')).toBe(third);
  });

  it('is found by the old URL without .git as well', async () => {
    const { before } = await moved();
    const clone = await app.clientFolder(`${before}-bare-url`);
    await clone.run(['clone', '--quiet', app.remote(before, projects.reporter).replace(/\.git$/, ''), '.']);
    expect(await clone.text('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
  });

  it('redirects callers who see it to its new path, uncached', async () => {
    const { project, before } = await moved('public');
    for (const [service, as] of [
      ['git-upload-pack', undefined],
      ['git-upload-pack', projects.stranger],
      ['git-receive-pack', projects.stranger],
    ] as const) {
      const response = await app.send(`/${before}.git/info/refs?service=${service}`, as ? { as } : {});
      expect(response.status).toBe(301);
      expect(response.headers.get('location')).toBe(`${app.url}/${project.fullPath}.git/info/refs?service=${service}`);
      expect(response.headers.get('cache-control')).toBe('no-cache, max-age=0, must-revalidate');
    }
  });

  it('gives nothing away of a hidden one', async () => {
    const { before } = await moved();
    const anonymous = await app.send(`/${before}.git${REFS}`);
    expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="GitLab"']);
    const hidden = await app.send(`/${before}.git${REFS}`, { as: projects.stranger });
    const missing = await app.send(`/missing/project.git${REFS}`, { as: projects.stranger });
    expect([hidden.status, await hidden.text()]).toEqual([missing.status, await missing.text()]);
    expect(hidden.status).toBe(404);
  });

  it('lets no token beyond its scopes follow', async () => {
    const { project, before } = await moved();
    const reading = app.admit(app.services.addUser('token-for-users', 'read_user'));
    project.members.set(reading.userId, AccessLevel.master);
    expect((await app.send(`/${before}.git${REFS}`, { as: reading })).status).toBe(403);
  });

  it('gives nothing away of other projects to the token of a job', async () => {
    const { project, before } = await moved('public');
    const own = await moved();
    const user = app.services.addUser(`job-of-${own.project.id}`);
    own.project.members.set(user.userId, AccessLevel.reporter);
    const credential: Principal['credential'] = {
      ...{ kind: 'job', tokenId: null, scopes: ['read_repository'], projectId: own.project.id },
    };
    const job = app.admit({ ...user, credential });
    const ask = async (path: string) => {
      const { status, headers } = await app.send(`/${path}.git${REFS}`, { as: job });
      return [status, headers.get('location')];
    };
    expect(await ask(own.before)).toEqual([301, `${app.url}/${own.project.fullPath}.git${REFS}`]);
    expect(await ask(before)).toEqual([404, null]);
    expect(await ask(project.fullPath)).toEqual([404, null]);
  });

  it('does not answer transfers at the old URL', async () => {
    const { before } = await moved();
    const response = await app.send(`/${before}.git/git-upload-pack`, {
      method: 'POST',
      as: projects.reporter,
      body: '0000',
      headers: { 'content-type': 'application/x-git-upload-pack-request' },
    });
    expect(response.status).toBe(404);
  });

  it('gives its old URL to the project that takes the path', async () => {
    const { project, before } = await moved();
    project.formerPaths.delete(before);
    const heir = app.services.addProject(before);
    heir.members.set(projects.master.userId, AccessLevel.master);
    const client = await projects.client(heir, projects.master);
    await client.run(['push', '--quiet', 'origin', 'main']);
    expect((await projects.journal(heir)).published).toHaveLength(1);
    expect((await app.send(`/${before}.git${REFS}`, { as: projects.reporter })).status).toBe(404);
  });

  it('costs a project that is where it was no question more', async () => {
    const { project } = await projects.start();
    app.services.asked.length = 0;
    await app.send(`/${project.fullPath}.git${REFS}`, { as: projects.reporter });
    expect(app.services.asked).toEqual(['projects.resolve-access']);
  });
});
