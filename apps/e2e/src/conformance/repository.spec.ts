import { waitFor, type ProjectRecord } from '@hearth/testing';
import { z } from 'zod';
import { hearth } from '../system/hearth.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { WorkingCopy } from '../system/working-copy.js';
import { Branch, Changelog, Commit, CommitDetail, TreeEntry } from '../schemas/records.js';
import { expectAnswer, expectRecord } from './expect-answer.js';

const TREE = { message: '404 Tree Not Found' };
const BLOB = { message: '404 Blob Not Found' };
const PROJECT = { message: '404 Project Not Found' };

describe('repository reads', () => {
  let owner: Person;
  let repository: string;
  let empty: string;
  let copy: WorkingCopy;

  beforeAll(async () => {
    [owner, copy] = await Promise.all([newPerson('owner'), WorkingCopy.create()]);
    const project: ProjectRecord = await newProject(owner, 'read', 'public');
    repository = `${projectPath(project)}/repository`;
    empty = `${projectPath(await newProject(owner, 'empty'))}/repository`;
    await copy.commit('folder/file.txt', '<script>alert(1)</script>\n');
    await copy.commit('empty.txt', '');
    await copy.git.run(['tag', 'v1']);
    await copy.push(remoteOf(owner, project.path_with_namespace), 'main', 'main:refs/heads/other', 'v1');
  });
  afterAll(() => copy.remove());

  it('answer records with exactly the fields of the API, to the anonymous too', async () => {
    for (const caller of [owner.api, hearth.anonymous]) {
      expect(expectRecord(await caller.get(`${repository}/branches`), z.array(Branch))).toHaveLength(2);
      expect(expectRecord(await caller.get(`${repository}/commits`), z.array(Commit))).toHaveLength(2);
      expect(expectRecord(await caller.get(`${repository}/tree`), z.array(TreeEntry))).toHaveLength(2);
    }
  });

  it('say which branch is protected and who may push to it', async () => {
    const branches = expectRecord(await owner.api.get(`${repository}/branches`), z.array(Branch));
    const flags = branches.map(({ name, commit, ...rest }) => ({ name, known: commit.id.length, ...rest }));
    const rights = { known: 40, merged: false, developers_can_push: false, developers_can_merge: false };
    expect(flags).toEqual([
      { name: 'main', protected: true, ...rights },
      { name: 'other', protected: false, ...rights },
    ]);
  });

  it('see branches and tags that the API has made, and who protected them', async () => {
    const branch = `${repository}/branches/${encodeURIComponent('a/b')}`;
    (await owner.api.post(`${repository}/branches`, { branch: 'a/b', ref: 'main' })).expect(201);
    const head = async () => (await owner.api.request('HEAD', branch)).status;
    expect(await head()).toBe(204);
    (await owner.api.put(`${branch}/protect`)).expect(200);
    const audited = async () => {
      const listed = await hearth.root.get('/audit_events', { kind: 'branch.protected', actor_id: owner.id });
      return listed.expect(200).json<object[]>()[0];
    };
    const record = await waitFor('the audit record', audited, { timeoutMs: 60_000 });
    expect(record).toMatchObject({ kind: 'branch.protected' });
    (await owner.api.delete(branch)).expect(204);
    expect(await head()).toBe(404);
    const tag = { tag_name: 'annotated', ref: 'main', message: 'One' };
    expectAnswer(await owner.api.post(`${repository}/tags`, tag), 201, expect.objectContaining({ message: 'One' }));
    (await owner.api.delete(`${repository}/tags/annotated`)).expect(204);
    const comment = await owner.api.post(`${repository}/commits/main/comments`, { note: 'Hm' });
    expectAnswer(comment, 201, expect.objectContaining({ note: 'Hm', path: null }));
  });

  it('print a changelog and the commit of a submodule with exactly the fields of the API', async () => {
    const project = await newProject(owner, 'changes');
    const at = `${projectPath(project)}/repository`;
    const before = await copy.git.idOf('main');
    await copy.git.run(['update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},vendor/lib`]);
    await copy.commit('door.txt', 'door\n', 'Add a door\n\nChangelog: added');
    await copy.push(remoteOf(owner, project.path_with_namespace), 'main');
    await copy.git.run(['reset', '--quiet', '--hard', before]);
    const submodule = { commit_sha: '2'.repeat(40), branch: 'main' };
    expectRecord(await owner.api.put(`${at}/submodules/vendor%2Flib`, submodule), CommitDetail);
    const version = { version: '1.0.0', from: 'main~2' };
    const { notes } = expectRecord(await owner.api.get(`${at}/changelog`, version), Changelog);
    expect(notes).toContain('Add a door');
  });

  it('of an empty repository are empty, and its tree is not found', async () => {
    for (const list of ['branches', 'commits']) expectAnswer(await owner.api.get(`${empty}/${list}`), 200, []);
    expectAnswer(await owner.api.get(`${empty}/commits`, { ref_name: 'main' }), 200, []);
    expectAnswer(await owner.api.get(`${empty}/tree`), 404, TREE);
    expectAnswer(await owner.api.get(`${empty}/tree`, { ref: 'main', recursive: true }), 404, TREE);
    expectAnswer(await owner.api.get(`${empty}/blobs/${'0'.repeat(40)}/raw`), 404, BLOB);
  });

  it('are for members where the repository is private, and hidden where it is disabled', async () => {
    const project = projectPath(await newProject(owner, 'levels', 'public'));
    const branches = async () => {
      const answers = [
        await owner.api.get(`${project}/repository/branches`),
        await hearth.anonymous.get(`${project}/repository/branches`),
      ];
      return answers.map(({ status }) => status);
    };
    for (const [level, expected] of [
      ['enabled', [200, 200]],
      ['private', [200, 403]],
      ['disabled', [403, 403]],
    ] as const) {
      const changed = (await owner.api.put(project, { repository_access_level: level })).expect(200);
      expect(changed.json()).toMatchObject({ repository_access_level: level });
      expect(await branches()).toEqual(expected);
    }
  });

  it.each(['unknown', 'main..other', '-1', '--all', 'main:folder', 'a b', 'x\ny', 'refs/heads/../x', '@{-1}'])(
    'of the ref %j that is no branch and no tag find nothing',
    async (ref) => {
      expectAnswer(await owner.api.get(`${repository}/tree`, { ref }), 404, TREE);
      expectAnswer(await owner.api.get(`${repository}/commits`, { ref_name: ref }), 200, []);
    },
  );

  it('take the id of a commit for a ref', async () => {
    const id = await copy.git.idOf('main~1');
    const entries = expectRecord(await owner.api.get(`${repository}/tree`, { ref: id }), z.array(TreeEntry));
    expect(entries.map(({ path }) => path)).toEqual(['folder']);
    const commits = expectRecord(await owner.api.get(`${repository}/commits`, { ref_name: id }), z.array(Commit));
    expect(commits.map((commit) => commit.id)).toEqual([id]);
  });

  it('of a path that is no folder are empty', async () => {
    for (const path of ['unknown', 'folder/file.txt', 'folder/../folder', '/', '../..', '-x', ':(glob)**']) {
      const answer = await owner.api.get(`${repository}/tree`, { path });
      expect([path, answer.status]).toEqual([path, 200]);
      if (path !== '/') expect([path, answer.json()]).toEqual([path, []]);
    }
  });

  it('list a folder with and without a slash at its end', async () => {
    for (const path of ['folder', 'folder/']) {
      const entries = expectRecord(await owner.api.get(`${repository}/tree`, { path }), z.array(TreeEntry));
      expect(entries).toMatchObject([{ name: 'file.txt', path: 'folder/file.txt', type: 'blob', mode: '100644' }]);
    }
  });

  it('give blobs as plain text that no browser runs', async () => {
    const id = await copy.git.idOf('main:folder/file.txt');
    const answer = (await hearth.anonymous.get(`${repository}/blobs/${id}/raw`)).expect(200);
    expect(answer.text).toBe('<script>alert(1)</script>\n');
    expect(answer.headers['content-type']).toMatch(/^text\/plain(;|$)/);
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    const head = await hearth.anonymous.request('HEAD', `${repository}/blobs/${id}/raw`);
    expect([head.status, head.body.length, head.headers['etag']]).toEqual([200, 0, answer.headers['etag']]);
  });

  it('give an empty blob', async () => {
    const id = await copy.git.idOf('main:empty.txt');
    const answer = (await owner.api.get(`${repository}/blobs/${id}/raw`)).expect(200);
    expect(answer.body.length).toBe(0);
  });

  it('take the id of a blob and nothing else for a blob', async () => {
    const [commit, tree] = await Promise.all(['main', 'main:folder'].map((revision) => copy.git.idOf(revision)));
    for (const id of [commit!, tree!, 'main', '0'.repeat(40), 'f'.repeat(64), 'x'.repeat(40), '--all', 'main%3Afolder'])
      expectAnswer(await owner.api.get(`${repository}/blobs/${id}/raw`), 404, BLOB);
  });

  it('of a project that does not exist find no project, whatever the parameters', async () => {
    for (const list of ['branches', 'commits?since=nonsense', 'tree?recursive=nonsense', 'blobs/x/raw'])
      expectAnswer(await owner.api.get(`/projects/nobody%2Fnothing/repository/${list}`), 404, PROJECT);
  });

  it('refuse what the git protocol does not know', async () => {
    const git = repository.replace(
      /^\/projects\/(.*)\/repository$/,
      (_, path: string) => `/${decodeURIComponent(path)}.git`,
    );
    const answers = await Promise.all(
      ['/info/refs', '/info/refs?service=git-shell', '/HEAD', '/objects/info/packs'].map((path) =>
        hearth.anonymous.send('GET', `${git}${path}`),
      ),
    );
    for (const { status } of answers) expect([403, 404]).toContain(status);
  });
});
