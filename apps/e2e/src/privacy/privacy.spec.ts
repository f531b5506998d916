import { makeTemporaryFolder, type ProjectRecord, Git, type TemporaryFolder, type ApiClient } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { anonymousRemote, newPerson, remoteOf, remoteUrl, type Person } from '../system/people.js';
import { newProject, projectPath, type Visibility } from '../system/projects.js';
import { WorkingCopy } from '../system/working-copy.js';

const HIDDEN = { message: '404 Project Not Found' };
const VISIBILITIES: readonly Visibility[] = ['private', 'internal', 'public'];
const VISIBLE_TO = { stranger: ['internal', 'public'], anonymous: ['public'] };
const PACK = 'application/x-git-upload-pack-advertisement';

describe('who sees a project', () => {
  let owner: Person;
  let stranger: Person;
  let folder: TemporaryFolder;
  let blob: string;
  const projects = new Map<Visibility, ProjectRecord>();

  beforeAll(async () => {
    [owner, stranger, folder] = await Promise.all([
      newPerson('owner'),
      newPerson('stranger'),
      makeTemporaryFolder('privacy'),
    ]);
    const copy = await WorkingCopy.create();
    await copy.commit('secret.txt', 'the secret\n');
    blob = await copy.git.idOf('HEAD:secret.txt');
    for (const visibility of VISIBILITIES) {
      const project = await newProject(owner, visibility, visibility);
      projects.set(visibility, project);
      await copy.push(remoteOf(owner, project.path_with_namespace), 'main');
    }
    await copy.remove();
  });
  afterAll(() => folder.remove());

  function reads(project: ProjectRecord): string[] {
    const base = projectPath(project);
    const repository = ['tree', 'commits', 'branches', `blobs/${blob}/raw`].map((each) => `${base}/repository/${each}`);
    return [`/projects/${project.id}`, base, ...repository];
  }

  async function expectReads(caller: ApiClient, visibility: Visibility, visible: boolean): Promise<void> {
    for (const path of reads(projects.get(visibility)!)) {
      const answer = await caller.get(path);
      expect({ path, status: answer.status }).toEqual({ path, status: visible ? 200 : 404 });
      if (!visible) expect(answer.json()).toEqual(HIDDEN);
    }
  }

  it.each(VISIBILITIES)('the API shows a %s project only to users who may see it', async (visibility) => {
    await expectReads(owner.api, visibility, true);
    await expectReads(hearth.root, visibility, true);
    await expectReads(stranger.api, visibility, VISIBLE_TO.stranger.includes(visibility));
    await expectReads(hearth.anonymous, visibility, VISIBLE_TO.anonymous.includes(visibility));
  });

  it('says the same of a hidden project as of one that does not exist', async () => {
    const missing = await stranger.api.get('/projects/nobody%2Fnothing');
    const hidden = await stranger.api.get(projectPath(projects.get('private')!));
    expect([missing.status, missing.text]).toEqual([hidden.status, hidden.text]);
  });

  it('lists hold what the caller may see', async () => {
    const listed = async (caller: ApiClient) => {
      const ids = new Set((await caller.readAll<ProjectRecord>('/projects')).map(({ id }) => id));
      return VISIBILITIES.filter((visibility) => ids.has(projects.get(visibility)!.id));
    };
    expect(await listed(owner.api)).toEqual(VISIBILITIES);
    expect(await listed(hearth.root)).toEqual(VISIBILITIES);
    expect(await listed(stranger.api)).toEqual(VISIBLE_TO.stranger);
    expect(await listed(hearth.anonymous)).toEqual(VISIBLE_TO.anonymous);
  });

  it.each(VISIBILITIES)('git fetches a %s project for those who may see it', async (visibility) => {
    const { path_with_namespace: fullPath } = projects.get(visibility)!;
    const git = new Git(folder.path);
    expect((await git.attempt(['ls-remote', remoteOf(owner, fullPath)])).code).toBe(0);
    const strangers = await git.attempt(['ls-remote', remoteOf(stranger, fullPath)]);
    expect(strangers.code === 0).toBe(VISIBLE_TO.stranger.includes(visibility));
    if (strangers.code !== 0) expect(strangers.stderr).toMatch(/not found/);
    const nobodys = await git.attempt(['ls-remote', anonymousRemote(fullPath)]);
    expect(nobodys.code === 0).toBe(VISIBLE_TO.anonymous.includes(visibility));
    if (nobodys.code !== 0) expect(nobodys.stderr).toMatch(/could not read Username|Authentication failed/);
  });

  function basic(login: string, secret: string): Record<string, string> {
    return { authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}` };
  }

  function advertisement(fullPath: string, service: string, headers: Record<string, string> = {}) {
    return hearth.anonymous.send('GET', `/${fullPath}.git/info/refs?service=${service}`, { headers });
  }

  it('git over HTTP asks the anonymous to sign in, and tells the same of what does not exist', async () => {
    for (const fullPath of [projects.get('private')!.path_with_namespace, 'nobody/nothing']) {
      const answer = await advertisement(fullPath, 'git-upload-pack');
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Basic realm="GitLab"');
      expect(answer.text).toMatch(/^HTTP Basic: Access denied/);
    }
  });

  it('git over HTTP finds nothing for a stranger, and tells the same of what does not exist', async () => {
    for (const fullPath of [projects.get('private')!.path_with_namespace, 'nobody/nothing']) {
      for (const service of ['git-upload-pack', 'git-receive-pack']) {
        const answer = await advertisement(fullPath, service, basic(stranger.username, stranger.token));
        expect({ status: answer.status, text: answer.text.trim() }).toEqual({
          status: 404,
          text: 'The project you were looking for could not be found.',
        });
      }
    }
  });

  it('git over HTTP refuses wrong credentials even where none are needed', async () => {
    const { path_with_namespace: fullPath } = projects.get('public')!;
    const open = await advertisement(fullPath, 'git-upload-pack');
    expect(open.status).toBe(200);
    expect(open.headers).toMatchObject({ 'content-type': PACK, 'cache-control': expect.stringContaining('no-cache') });
    const wrong = await advertisement(fullPath, 'git-upload-pack', basic(owner.username, 'wrong'));
    expect(wrong.status).toBe(401);
    expect(wrong.headers['www-authenticate']).toBe('Basic realm="GitLab"');
  });

  it('only the owner deletes', async () => {
    const status = async (caller: ApiClient, visibility: Visibility) =>
      (await caller.delete(projectPath(projects.get(visibility)!))).status;
    expect(await status(stranger.api, 'private')).toBe(404);
    expect(await status(stranger.api, 'public')).toBe(403);
    expect(await status(hearth.anonymous, 'private')).toBe(401);
    expect(await status(hearth.anonymous, 'public')).toBe(401);
    await expectReads(owner.api, 'private', true);
    await expectReads(owner.api, 'public', true);
  });

  it('only members push, and the client prints the reason', async () => {
    const copy = await WorkingCopy.create();
    await copy.commit('stranger.txt', 'hello\n');
    const push = async (url: string) => copy.git.attempt(['push', url, 'HEAD:refs/heads/strange']);
    const { path_with_namespace: open } = projects.get('public')!;
    const refused = await push(remoteOf(stranger, open));
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toMatch(/403/);
    const answer = await advertisement(open, 'git-receive-pack', basic(stranger.username, stranger.token));
    expect([answer.status, answer.text.trim()]).toEqual([403, 'You are not allowed to push code to this project.']);
    expect((await push(remoteOf(stranger, projects.get('private')!.path_with_namespace))).stderr).toMatch(/not found/);
    expect((await push(anonymousRemote(open))).stderr).toMatch(/could not read Username|Authentication failed/);
    expect((await push(remoteUrl(open, owner.username, 'wrong'))).stderr).toMatch(/Authentication failed/);
    await copy.remove();
  });
});
