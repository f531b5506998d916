import { AccessLevel, type Principal } from '@hearth/contract-kit';
import type { Git as Client } from '@hearth/testing';
import type { FakeProject } from '../testing/fake-services.js';
import { Git } from '../git/git.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const BASE = { branch: 'main', commit_message: 'by the API' };

async function post(project: FakeProject, body: object, as: Principal | undefined = projects.master): Promise<Answer> {
  const response = await app.send(`/api/v4/projects/${project.id}/repository/commits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    as,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Runs `work` after the next commit's objects are stored and before its branch moves. */
function afterStoring(work: () => unknown): void {
  const { objectsWriter } = app.get(Git);
  const write = objectsWriter.write.bind(objectsWriter);
  objectsWriter.write = async (...args) => {
    objectsWriter.write = write;
    await write(...args);
    await work();
  };
}

/** Returns `mode path` of every file of a branch, as a client gets them. */
async function files(client: Client, branch = 'main'): Promise<string[]> {
  await client.run(['fetch', '--quiet', 'origin']);
  return client.lines('ls-tree', '-r', '--format=%(objectmode) %(path)', `origin/${branch}`);
}

async function contentOf(client: Client, path: string, branch = 'main'): Promise<string> {
  await client.run(['fetch', '--quiet', 'origin']);
  return (await client.run(['cat-file', 'blob', `origin/${branch}:${path}`])).toString();
}

describe('a batch commit', () => {
  it('applies its actions in their order, and answers with the commit', async () => {
    const { project, client } = await projects.start();
    const { status, body } = await post(project, {
      ...BASE,
      actions: [
        { action: 'create', file_path: 'folder/new.txt', content: 'one\r\ntwo\r\n' },
        {
          action: 'create',
          file_path: '/binary',
          content: Buffer.from('a\r\n\0').toString('base64'),
          encoding: 'base64',
        },
        { action: 'update', file_path: 'folder/new.txt', content: 'three\n' },
        { action: 'move', file_path: 'moved.txt', previous_path: 'first.txt' },
        { action: 'create_dir', file_path: 'empty' },
        { action: 'create', file_path: 'short', content: '' },
        { action: 'delete', file_path: 'short' },
      ],
    });
    const tip = await client.run(['ls-remote', 'origin', 'refs/heads/main']);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        id: tip.toString().slice(0, 40),
        title: 'by the API',
        message: 'by the API',
        author_name: 'Name of master',
        committer_email: 'master@example.com',
        parent_ids: [await client.idOf('HEAD')],
        stats: { additions: 1, deletions: 0, total: 1 },
        status: null,
        last_pipeline: null,
      },
    });
    expect(await files(client)).toEqual([
      ...['100644 binary', '100644 empty/.gitkeep', '100644 folder/new.txt', '100644 moved.txt'],
    ]);
    expect(await contentOf(client, 'binary')).toBe('a\r\n\0');
    expect(await contentOf(client, 'moved.txt')).toBe('first\n');
    await client.run(['fsck', '--strict']);
    expect((await projects.journal(project)).published.at(-1)).toEqual([
      'refs/heads/main',
      await client.idOf('HEAD'),
      body['id'],
    ]);
  });

  it('keeps modes, and signatures of the commits that it stands on', async () => {
    const { project, client } = await projects.start();
    await client.run(['config', 'core.symlinks', 'true']);
    const empty = (await client.run(['hash-object', '-w', '--stdin'])).toString().trim();
    await client.run([
      'update-index',
      '--add',
      '--cacheinfo',
      `100755,${empty},run`,
      '--cacheinfo',
      `120000,${empty},link`,
    ]);
    await client.run(['update-index', '--add', '--cacheinfo', `160000,${await client.idOf('HEAD')},module`]);
    await client.run(['commit', '--quiet', '-m', 'modes']);
    await client.run(['push', '--quiet', 'origin', 'HEAD:main']);
    const actions = [
      { action: 'update', file_path: 'run', content: 'new' },
      { action: 'move', file_path: 'sub/link', previous_path: 'link', content: 'target' },
      { action: 'move', file_path: 'sub/module', previous_path: 'module' },
    ];
    expect((await post(project, { ...BASE, actions })).status).toBe(201);
    expect(await files(client)).toEqual(['100644 first.txt', '100755 run', '120000 sub/link', '160000 sub/module']);
    expect(await contentOf(client, 'sub/link')).toBe('target');
    const refused = await post(project, {
      ...BASE,
      actions: [{ action: 'update', file_path: 'sub/module', content: 'x' }],
    });
    expect(refused.body).toEqual({ message: "A file with this name doesn't exist" });
  });

  it('sets and clears the execute bit of files', async () => {
    const { project, client } = await projects.start();
    const actions = [
      { action: 'chmod', file_path: 'first.txt', execute_filemode: true },
      { action: 'create', file_path: 'run', content: 'x', execute_filemode: true },
      { action: 'create', file_path: 'walk', content: 'x', execute_filemode: false },
      { action: 'move', file_path: 'moved', previous_path: 'run', execute_filemode: false },
      { action: 'update', file_path: 'walk', content: 'y', execute_filemode: true },
    ];
    expect((await post(project, { ...BASE, actions, stats: false })).body).not.toHaveProperty('stats');
    expect(await files(client)).toEqual(['100755 first.txt', '100644 moved', '100755 walk']);
    const off = [{ action: 'chmod', file_path: 'first.txt', execute_filemode: false }];
    await post(project, { ...BASE, actions: off });
    expect((await files(client))[0]).toBe('100644 first.txt');
    expect(await contentOf(client, 'first.txt')).toBe('first\n');
  });

  it('is from whom the request says, committed by the caller, and may change nothing', async () => {
    const { project } = await projects.start();
    const author = { author_name: 'Ada <i>', author_email: 'ada@example.com' };
    expect(
      (await post(project, { ...BASE, commit_message: '', ...author, actions: [], allow_empty: true })).body,
    ).toMatchObject({
      ...{ author_name: 'Ada  i', author_email: 'ada@example.com', committer_name: 'Name of master' },
      ...{ title: '--no commit message', message: '', stats: { additions: 0, deletions: 0, total: 0 } },
    });
    const unchanged = { status: 201, body: { stats: { additions: 0, deletions: 0, total: 0 } } };
    expect(await post(project, { ...BASE, allow_empty: true })).toMatchObject(unchanged);
  });

  it('begins a branch, and a repository', async () => {
    const project = projects.make();
    const actions = [{ action: 'create', file_path: 'a', content: 'a' }];
    expect(await post(project, { ...BASE, actions }, projects.developer)).toEqual({
      status: 400,
      body: { message: 'You are not allowed to push into this branch' },
    });
    const first = await post(project, { ...BASE, start_branch: 'none', actions });
    expect(first.body).toMatchObject({ parent_ids: [] });
    const begun = { ...BASE, branch: 'topic/1', start_branch: 'main', actions: [{ action: 'delete', file_path: 'a' }] };
    expect((await post(project, begun, projects.developer)).body).toMatchObject({ parent_ids: [first.body['id']] });
    const refs = (await projects.refs(project)).map((line) => line.split('\t')[1]);
    expect(refs).toEqual(['HEAD', 'refs/heads/main', 'refs/heads/topic/1']);
    const topic = { ...begun, start_branch: 'topic/1', actions };
    expect((await post(project, topic, projects.developer)).status).toBe(201);
  });
});

describe('a refused batch commit', () => {
  const create = (file_path: unknown, more: object = {}) => ({
    actions: [{ action: 'create', file_path, content: 'x', ...more }],
  });
  const exists = 'A file with this name already exists';
  const missing = "A file with this name doesn't exist";
  const traversal = 'Path cannot include directory traversal';

  it.each<[string, object, object]>([
    [
      'no start',
      { branch: 'none', ...create('a') },
      { message: 'You can only create or edit files when you are on a branch' },
    ],
    [
      'unknown start',
      { branch: 'new', start_branch: 'none', ...create('a') },
      { message: 'You can only create or edit files when you are on a branch' },
    ],
    [
      'two branches',
      { branch: 'topic', start_branch: 'main', ...create('a') },
      { message: "A branch called 'topic' already exists. Switch to that branch in order to make changes" },
    ],
    [
      'bad name',
      { branch: 'a..b', start_branch: 'main', ...create('a') },
      { message: "Something went wrong when we tried to create 'a..b' for you: Branch name is invalid" },
    ],
    [
      'folder of refs',
      { branch: 'topic/x', start_branch: 'main', ...create('a') },
      { message: "Something went wrong when we tried to create 'topic/x' for you: Branch name is invalid" },
    ],
    [
      'stale file',
      { actions: [{ action: 'update', file_path: 'first.txt', content: '', last_commit_id: '1'.repeat(40) }] },
      { message: 'The file has changed since you started editing it: first.txt' },
    ],
    [
      'stale move',
      { actions: [{ action: 'move', file_path: 'a', previous_path: 'first.txt', last_commit_id: 'x' }] },
      { message: 'The file has changed since you started editing it: first.txt' },
    ],
    ['unknown action', { actions: [{ action: 'sign', file_path: 'first.txt' }] }, { message: "Unknown action 'sign'" }],
    [
      'no mode',
      { actions: [{ action: 'chmod', file_path: 'first.txt' }] },
      { message: 'You must provide execute_filemode' },
    ],
    [
      'nothing to execute',
      { actions: [{ action: 'chmod', file_path: 'a', execute_filemode: true }] },
      { message: missing },
    ],
    ['existing file', create('first.txt'), { message: exists }],
    [
      'existing file of an earlier action',
      { actions: [...create('a').actions, ...create('a').actions] },
      { message: exists },
    ],
    ['below a file', create('first.txt/a'), { message: exists }],
    [
      'onto a file',
      { actions: [...create('a').actions, { action: 'move', file_path: 'a', previous_path: 'first.txt' }] },
      { message: exists },
    ],
    ['nothing to update', { actions: [{ action: 'update', file_path: 'a', content: '' }] }, { message: missing }],
    ['nothing to delete', { actions: [{ action: 'delete', file_path: 'a' }] }, { message: missing }],
    ['nothing to move', { actions: [{ action: 'move', file_path: 'a', previous_path: 'b' }] }, { message: missing }],
    [
      'no file',
      {
        actions: [
          { action: 'create_dir', file_path: 'a' },
          { action: 'delete', file_path: 'a' },
        ],
      },
      { message: missing },
    ],
    [
      'existing folder',
      {
        actions: [
          { action: 'create_dir', file_path: 'a' },
          { action: 'create_dir', file_path: 'a' },
        ],
      },
      { message: 'A directory with this name already exists' },
    ],
    ['no path', create(undefined), { message: 'You must provide a file path' }],
    ['no content', create('a', { content: null }), { message: 'You must provide content' }],
    ['above the root', create('../a'), { message: traversal }],
    ['in the middle', create('a/../../b'), { message: traversal }],
    ['.git', create('.git/config'), { message: "invalid path: '.git/config'" }],
    ['.GIT', create('a/.GIT/hooks/update'), { message: "invalid path: 'a/.GIT/hooks/update'" }],
    ['NUL', create('a\0b'), { error: 'actions[0][file_path] is invalid' }],
    ['no actions', {}, { error: 'actions is missing' }],
    [
      'an empty list of actions',
      { actions: [] },
      { message: '400 Bad request - Provide at least one action, or set allow_empty to true' },
    ],
    ['no actions, nor a message', { commit_message: null }, { error: 'commit_message is invalid, actions is missing' }],
    ['actions of another type', { actions: 7 }, { error: 'actions is invalid' }],
    [
      'submodules that attack',
      create('.gitmodules', { content: '[submodule "x"]\n\tpath = x\n\turl = -u./evil\n' }),
      { message: expect.stringContaining('submodule url') as string },
    ],
  ])('%s', async (_, body, answer) => {
    const { project } = await started();
    const state = async () => [await projects.refs(project), (await projects.journal(project)).published];
    const before = await state();
    expect(await post(project, { ...BASE, ...body })).toEqual({ status: 400, body: answer });
    expect(await state()).toEqual(before);
  });

  it('is one without the right to push', async () => {
    const { project } = await started();
    const ask = async (as: Principal | undefined) => (await post(project, { ...BASE, ...create('a') }, as)).status;
    expect(await Promise.all([projects.reporter, projects.stranger].map(ask))).toEqual([403, 404]);
    expect(await post(project, { ...BASE, ...create('a') }, projects.developer)).toMatchObject({
      status: 400,
      body: { message: 'You are not allowed to push into this branch' },
    });
  });

  it('is one whose caller loses the right while it is made', async () => {
    const { project } = await projects.start();
    afterStoring(() => void project.members.set(projects.master.userId, AccessLevel.reporter));
    expect((await post(project, { ...BASE, ...create('a') })).status).toBe(403);
    expect((await projects.journal(project)).states).toEqual(['settled']);
  });

  let one: Promise<{ project: FakeProject }> | undefined;
  /** All refusals share one project, because they change nothing. */
  function started(): Promise<{ project: FakeProject }> {
    one ??= projects.start().then(async ({ project, client }) => {
      await client.run(['push', '--quiet', 'origin', 'main:topic']);
      return { project };
    });
    return one;
  }
});

describe('commits to one branch at the same time', () => {
  it('stand on what has come in between', async () => {
    const { project, client } = await projects.start();
    let between: Answer | undefined;
    afterStoring(async () => {
      between = await post(project, { ...BASE, actions: [{ action: 'create', file_path: 'between', content: 'x' }] });
    });
    const actions = [{ action: 'create', file_path: 'last', content: 'x' }];
    const last = await post(project, { ...BASE, actions });
    expect(last).toMatchObject({ status: 201, body: { parent_ids: [between!.body['id']] } });
    expect(await files(client)).toEqual(['100644 between', '100644 first.txt', '100644 last']);
    afterStoring(async () => {
      await post(project, { ...BASE, actions: [{ action: 'create', file_path: 'taken', content: 'x' }] });
    });
    const late = await post(project, { ...BASE, actions: [{ action: 'create', file_path: 'taken', content: 'y' }] });
    expect(late.body).toEqual({ message: 'A file with this name already exists' });
  });

  it('leave only unreachable objects where one ends before it moves the branch', async () => {
    const { project, client } = await projects.start();
    const before = [await projects.refs(project), await projects.journal(project)];
    afterStoring(() => {
      throw new Error('the process ends here');
    });
    const actions = [{ action: 'create', file_path: 'lost', content: 'x' }];
    expect((await post(project, { ...BASE, actions })).status).toBe(500);
    expect(app.failures.splice(0)).toHaveLength(1);
    expect([await projects.refs(project), await projects.journal(project)]).toEqual(before);
    expect((await post(project, { ...BASE, actions })).status).toBe(201);
    expect(await files(client)).toEqual(['100644 first.txt', '100644 lost']);
  });

  it('are all kept, beside pushes', async () => {
    const { project, client } = await projects.start();
    const byApi = Array.from({ length: 8 }, (_, index) =>
      post(project, { ...BASE, actions: [{ action: 'create', file_path: `api/${index}`, content: `${index}` }] }),
    );
    const push = async (): Promise<void> => {
      await client.run(['pull', '--quiet', '--rebase', 'origin', 'main']);
      if ((await client.attempt(['push', '--quiet', 'origin', 'HEAD:main'])).code !== 0) await push();
    };
    await projects.commit(client, 'pushed');
    await push();
    expect((await Promise.all(byApi)).map(({ status }) => status)).toEqual(Array<number>(8).fill(201));
    expect((await files(client)).sort()).toEqual(
      ['first.txt', 'pushed.txt', ...Array.from({ length: 8 }, (_, index) => `api/${index}`)]
        .map((name) => `100644 ${name}`)
        .sort(),
    );
    const { states, published } = await projects.journal(project);
    expect(states.filter((state) => state !== 'settled')).toEqual([]);
    for (const [index, [, from]] of published.slice(1).entries()) expect(from).toBe(published[index]![2]);
  });
});
