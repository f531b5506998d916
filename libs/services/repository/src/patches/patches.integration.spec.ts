import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Git } from '@hearth/testing';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let project: FakeProject;
let client: Git;

beforeAll(async () => {
  ({ project, client } = await projects.start('private'));
});

async function read(page: string, as = projects.reporter) {
  return app.send(`/-/project/${project.id}/${page}`, { as });
}

/** Applies a text with a git command on top of `main` and returns the tree that it makes. */
async function applied(text: string, command: readonly string[]): Promise<string> {
  const file = path.join(client.folder, '..', `${project.id}.patch`);
  await writeFile(file, text);
  await client.run(['checkout', '--quiet', '--detach']);
  await client.run(['reset', '--quiet', '--hard', 'main']);
  await client.run([...command, file]);
  return (await client.lines('write-tree'))[0]!;
}

describe('the text of a commit or a comparison', () => {
  it('makes the same files by git am and git apply', async () => {
    await client.run(['checkout', '--quiet', '-b', 'topic']);
    await projects.commit(client, 'one');
    await projects.commit(client, 'binary', Buffer.from([0, 1, 2, 255, 10, 0]));
    await client.run(['push', '--quiet', 'origin', 'topic']);
    const [tip, tree, parent] = await client.lines('rev-parse', 'topic', 'topic^{tree}', 'topic~1');
    for (const [format, command] of [
      ['patch', ['am', '--quiet']],
      ['diff', ['apply', '--index']],
    ] as const) {
      const range = await read(`compare/main...topic.${format}`);
      expect([range.status, range.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
      expect(await applied(await range.text(), command)).toBe(tree);
      const commits = [`commit/${parent}.${format}`, `commit/${tip}.${format}`].map(async (page) =>
        (await read(page)).text(),
      );
      expect(await applied((await Promise.all(commits)).join(''), command)).toBe(tree);
    }
  });

  it('holds all of a first commit', async () => {
    const [first] = await client.lines('rev-parse', 'main');
    const text = await (await read(`commit/${first}.patch`)).text();
    expect(text).toMatch(new RegExp(`^From ${first}[^]*\\nnew file mode 100644\\n`));
    expect(await (await read('commit/main.diff')).text()).toMatch(/^diff --git [^]*\nnew file mode 100644\n/);
  });

  it('is refused like the page', async () => {
    expect((await read('commit/none.patch')).status).toBe(404);
    expect((await read('compare/main...none.diff')).status).toBe(404);
    expect((await read('compare/main.diff')).status).toBe(404);
    expect((await read('commit/main.patch', projects.stranger)).status).toBe(404);
  });
});
