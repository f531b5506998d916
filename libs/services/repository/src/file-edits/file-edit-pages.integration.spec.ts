import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Principal } from '@hearth/contract-kit';
import type { Git as Client } from '@hearth/testing';
import { GitProjects } from '../testing/git-projects.js';
import { PageVisits } from '../testing/page-visits.js';
import { RepositoryApp } from '../testing/repository-app.js';
import type { FakeProject } from '../testing/fake-services.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let project: FakeProject;
let client: Client;
let pages: PageVisits;

beforeAll(async () => {
  project = projects.make('public');
  client = await projects.client(project, projects.master);
  await writeFile(path.join(client.folder, 'crlf.txt'), '\r\na\r\n');
  await writeFile(path.join(client.folder, 'binary.bin'), Buffer.from([1, 0, 2]));
  await client.run(['add', '.']);
  await client.run(['commit', '--quiet', '-m', 'Add files']);
  await client.run(['push', '--quiet', 'origin', 'main', 'main:refs/heads/feature/x', 'main:refs/tags/v1']);
  pages = new PageVisits(app, project);
});

const address = (rest: string) => `/${project.fullPath}/-/${rest}`;
const send = (page: string, fields: Record<string, string>, as: Principal = projects.developer) =>
  pages.send(page, page, fields, { as });
const contentAt = async (branch: string, name: string) => {
  await client.run(['fetch', '--quiet', 'origin']);
  return (await client.run(['show', `origin/${branch}:${name}`])).toString();
};
const titleOf = (branch: string) => client.text('log', '-1', '--format=%an: %s', `origin/${branch}`);

describe('the form of a new file', () => {
  it('adds the file on the branch, in a folder', async () => {
    const fields = { file_name: 'deep/a <b>.txt', content: 'one\r\ntwo', branch: 'feature/x' };
    const { status, location } = await send('new/feature/x/lib', fields);
    expect([status, location]).toEqual([303, address('blob/feature/x/lib/deep/a%20%3Cb%3E.txt')]);
    expect(await contentAt('feature/x', 'lib/deep/a <b>.txt')).toBe('one\ntwo');
    expect(await titleOf('feature/x')).toBe('Name of developer: Add a <b>.txt');
  });

  it('adds an uploaded file under its own name, and leads to the form of a merge request', async () => {
    const file = new File([Buffer.from([1, 0, 2])], 'up.bin');
    const fields = { content: '', branch: 'patch/up', merge_request: 'true' };
    const { status, location } = await pages.send('new/main/lib', 'new/main/lib', fields, {
      as: projects.developer,
      file,
    });
    expect([status, location]).toEqual([
      303,
      address('merge_requests/new?merge_request%5Bsource_branch%5D=patch%2Fup&merge_request%5Btarget_branch%5D=main'),
    ]);
    await client.run(['fetch', '--quiet', 'origin']);
    expect([...(await client.run(['show', 'origin/patch/up:lib/up.bin']))]).toEqual([1, 0, 2]);
    const nameless = await send('new/feature/x', { content: 'x', branch: 'feature/x' });
    expect([nameless.status, nameless.text.includes('id="file_name-error"')]).toEqual([422, true]);
  });

  it('shows refusals, with the content that was sent', async () => {
    const fields = { file_name: 'first.txt', content: '\r\n<b>kept</b>', branch: 'feature/x' };
    const exists = await send('new/feature/x', fields);
    expect([exists.status, exists.text.includes('id="file_name-error"')]).toEqual([422, true]);
    expect(exists.text).toContain('\n\n&lt;b&gt;kept&lt;/b&gt;</textarea>');
    const refused = await send('new/main', { ...fields, file_name: 'x', branch: 'main' });
    expect([refused.status, refused.text.includes('id="branch-error"')]).toEqual([422, true]);
  });
});

describe('the form of a file', () => {
  it('shows its content, and commits a change to a new branch with the line ends of the file', async () => {
    const page = 'edit/main/crlf.txt';
    const shown = await pages.open(page, projects.developer);
    expect(shown.text).toMatch(/autocapitalize="none">\n\r\na\r\n<\/textarea>/);
    const fields = { content: '\r\na\r\nb\r\n', branch: 'patch/1', commit_message: 'Say b' };
    const changed = await send(page, fields);
    expect([changed.status, changed.location]).toEqual([303, address('blob/patch/1/crlf.txt')]);
    expect(await contentAt('patch/1', 'crlf.txt')).toBe('\r\na\r\nb\r\n');
    expect(await titleOf('patch/1')).toBe('Name of developer: Say b');
  });

  it('does not overwrite a change that was made since', async () => {
    const fields = { content: 'x', branch: 'feature/x', last_commit_id: await client.idOf('main~1') };
    const { status, text } = await send('edit/feature/x/crlf.txt', fields);
    expect([status, text.includes('has changed since you started editing it')]).toEqual([422, true]);
  });

  it('is for text on a branch', async () => {
    const binary = await pages.open('edit/main/binary.bin', projects.developer);
    expect(binary.location).toBe(address('blob/main/binary.bin'));
    expect((await pages.open('edit/v1/crlf.txt', projects.developer)).status).toBe(400);
    expect((await pages.open('edit/main/nothing', projects.developer)).status).toBe(404);
  });
});

it('a file is deleted on its branch, or on a new one with a merge request next', async () => {
  const page = 'delete/feature/x/first.txt';
  expect((await pages.open(page, projects.developer)).text).toMatch(/Delete first\.txt[^]*value="feature\/x"/);
  const fields = { branch: 'patch/gone', commit_message: 'Drop it', merge_request: 'true' };
  const proposed = await send(page, fields);
  expect([proposed.status, proposed.location]).toEqual([
    303,
    address(
      'merge_requests/new?merge_request%5Bsource_branch%5D=patch%2Fgone&merge_request%5Btarget_branch%5D=feature%2Fx',
    ),
  ]);
  await client.run(['fetch', '--quiet', 'origin']);
  expect(await titleOf('patch/gone')).toBe('Name of developer: Drop it');
  const deleted = await send(page, { branch: 'feature/x' });
  expect([deleted.status, deleted.location]).toEqual([303, address('tree/feature/x')]);
  const again = await pages.send('branches', page, { branch: 'feature/x' }, { as: projects.developer });
  expect(again.status).toBe(404);
  const refused = await send('delete/main/first.txt', { branch: 'main' });
  expect([refused.status, refused.text.includes('id="branch-error"')]).toEqual([422, true]);
});

it('forms are offered and shown to those who may push', async () => {
  const links = (text: string) =>
    ['new/main', 'edit/main/', 'delete/main/'].map((link) => text.includes(address(link)));
  for (const [as, offered] of [
    [projects.developer, true],
    [projects.reporter, false],
  ] as const) {
    const [tree, file] = [await pages.open('tree/main', as), await pages.open('blob/main/first.txt', as)];
    expect(links(tree.text + file.text)).toEqual([offered, offered, offered]);
    expect((await pages.open('new/main', as)).status).toBe(offered ? 200 : 403);
  }
  expect(links((await pages.open('blob/v1/first.txt', projects.developer)).text)).toEqual([false, false, false]);
  expect((await pages.open('new/main')).location).toMatch(/^\/users\/sign_in\?/);
  const other = { as: projects.developer, token: 'other' };
  const forged = { file_name: 'forged', content: '', branch: 'feature/x' };
  expect((await pages.send('new/feature/x', 'new/feature/x', forged, other)).status).not.toBe(303);
});
