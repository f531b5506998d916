import pg from 'pg';
import { generate as generateIn } from './generate.mjs';
import { WorkspaceCopy } from './workspace-copy.mjs';

const TYPESCRIPT = 'node_modules/typescript7/bin/tsc';

/** Calls the generated controller as the frame does: boards of project 1, and the refusals for what is not there. */
const USE_A_BOARD = `
  import { NestFactory } from '@nestjs/core';
  import { migrate } from '@hearth/data';
  import { WikiPagesModule } from '@hearth/wiki-pages';
  const nothing = () => undefined;
  await migrate(process.env.DATABASE_URL, [WikiPagesModule.schema], async () => nothing(), nothing);
  const app = await NestFactory.createApplicationContext(WikiPagesModule, { logger: ['error'] });
  const folder = process.cwd() + '/libs/services/wiki-pages/dist/milestone-boards';
  const { MilestoneBoardsController } = await import(folder + '/milestone-boards.controller.js');
  const boards = app.get(MilestoneBoardsController);
  const headers = {};
  const reply = { header: (name, value) => (headers[name.toLowerCase()] = value), headers: (many) => Object.entries(many).forEach(([name, value]) => reply.header(name, value)) };
  const exchange = { request: { url: '/api/v4', headers: {} }, reply };
  const caller = { baseUrl: 'http://hearth.test' };
  const call = (params, id = 1) => ({ params, project: { project: { id } }, caller, exchange });
  const read = async (answer) => JSON.parse(await answer);
  const first = await read(boards.create(call({ name: 'first' })));
  const second = await read(boards.create(call({ name: 'second' })));
  await boards.create(call({ name: 'of another project' }, 2));
  const page = await read(boards.list(call({ page: 2, per_page: 1 })));
  const total = headers['x-total'];
  const updated = await read(boards.update(call({ board_id: first.id, name: 'renamed' })));
  const closed = await read(boards.close(call({ board_id: first.id })));
  await boards.delete(call({ board_id: first.id }));
  const refusals = [
    boards.one(call({ board_id: first.id })),
    boards.delete(call({ board_id: second.id }, 2)),
    boards.update(call({ board_id: 0, name: 'nobody' })),
    boards.close(call({ board_id: 0 })),
  ];
  const refused = (await Promise.allSettled(refusals)).map(({ reason }) => reason?.code);
  await app.close();
  console.log(JSON.stringify({
    created: [first.name, second.name],
    page: page.map(({ name }) => name),
    total,
    updated: updated.name,
    closed: closed.name,
    refused,
  }));`;

/** A database of its own on the server of HEARTH_TEST_DATABASE_URL. */
async function makeDatabase() {
  const server = process.env.HEARTH_TEST_DATABASE_URL;
  if (!server) throw new Error('HEARTH_TEST_DATABASE_URL is not set: run ./hearth test integration');
  const name = `hearth_generators_${process.pid}`;
  const statement = async (text) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  await statement(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => statement(`drop database ${name} with (force)`) };
}

describe('the generators, in a copy of the repository', () => {
  let copy;
  let now = 1764000000000;

  const generate = async (...args) => {
    const { status, lines } = await generateIn(args, copy.root, now++);
    return { status, output: lines.join('\n') };
  };
  /** Status 0; shows what was printed where it is not. */
  const succeeds = async (running) => {
    const result = await running;
    expect(result).toEqual({ status: 0, output: result.status === 0 ? result.output : '' });
  };
  const refuses = async (running, sentence) =>
    expect(await running).toEqual({ status: 1, output: expect.stringMatching(sentence) });

  beforeAll(async () => {
    copy = new WorkspaceCopy();
    await succeeds(generate('service', 'wiki-pages'));
    for (const [method, path, ...options] of [
      ['GET', '/projects/:id/milestone_boards'],
      ['POST', '/projects/:id/milestone_boards'],
      ['GET', '/projects/:id/milestone_boards/:board_id'],
      ['PUT', '/projects/:id/milestone_boards/:board_id'],
      ['DELETE', '/projects/:id/milestone_boards/:board_id'],
      ['POST', '/projects/:id/milestone_boards/:board_id/close'],
      ['POST', '/projects/:id/milestone_boards/:board_id/close', '--name', 'close-for-good'],
      ['GET', '/sitemaps'],
      ['POST', '/sitemaps'],
      ['GET', '/sitemaps/:id'],
      ['PUT', '/sitemaps/:id'],
      ['DELETE', '/sitemaps/:id'],
    ]) {
      await succeeds(generate('endpoint', 'wiki-pages', method, path, ...options));
    }
    await succeeds(generate('event', 'wiki-pages', 'page-renamed'));
    await succeeds(generate('event', 'wiki-pages', 'page-deleted'));
    await succeeds(copy.run('tools/generators/new.mjs', 'event', 'identity', 'user-badge-given'));
    copy.link();
  }, 180_000);

  afterAll(() => copy?.remove());

  it('write a service that compiles', async () => {
    await succeeds(copy.run(TYPESCRIPT, '-b', 'libs/services/wiki-pages'));
  }, 180_000);

  it('write what passes lint, formatting and budgets', async () => {
    const sources = ['libs/services/wiki-pages', 'apps/wiki-pages', 'apps/all-in-one', 'libs/contracts/src/wiki-pages'];
    await succeeds(copy.run('node_modules/eslint/bin/eslint.js', ...sources));
    const changed = [...sources, 'package.json', 'tsconfig.json', 'tools/lint', 'tools/hearth', 'tools/generate.mjs'];
    await succeeds(copy.run('node_modules/prettier/bin/prettier.cjs', '--check', ...changed));
    expect(copy.run('tools/budgets.mjs').output).not.toContain('wiki-pages');
  }, 180_000);

  it('write specs that pass', async () => {
    const result = copy.run('tools/jest.mjs', 'libs/services/wiki-pages/dist');
    await succeeds(result);
    expect(result.output).toContain('Tests:       2 passed');
  }, 180_000);

  it('keep what the architecture asks of every service', async () => {
    const result = copy.run('tools/jest.mjs', 'tools/architecture', '-t', 'wiki-pages|services');
    await succeeds(result);
    expect(result.output).toMatch(/wiki-pages has an app of its own/);
  }, 180_000);

  it('compose the service into its own app and the all-in-one', async () => {
    await succeeds(copy.run(TYPESCRIPT, '-b', 'apps/wiki-pages', 'apps/all-in-one'));
  }, 180_000);

  it('declare endpoints that the frame reads as they were asked for', () => {
    const script = `
      import { WikiPagesModule } from '@hearth/wiki-pages';
      import { describeService } from '@hearth/http';
      const shown = ({ method, path, can, admin, status }) => [method, path, can?.name ?? (admin && 'admin'), status].join(' ');
      console.log(describeService(WikiPagesModule).endpoints.map(shown).join('\\n'));`;
    const { status, output } = copy.run('--input-type=module', '--eval', script);
    expect(status).toBe(0);
    expect(output.trim().split('\n')).toEqual([
      'GET /projects/:id/milestone_boards read_milestone_board 200',
      'POST /projects/:id/milestone_boards manage_milestone_board 201',
      'GET /projects/:id/milestone_boards/:board_id read_milestone_board 200',
      'PUT /projects/:id/milestone_boards/:board_id manage_milestone_board 200',
      'DELETE /projects/:id/milestone_boards/:board_id manage_milestone_board 204',
      'POST /projects/:id/milestone_boards/:board_id/close manage_milestone_board 201',
      'POST /projects/:id/milestone_boards/:board_id/close manage_milestone_board 201',
      'GET /sitemaps admin 200',
      'POST /sitemaps admin 201',
      'GET /sitemaps/:id admin 200',
      'PUT /sitemaps/:id admin 200',
      'DELETE /sitemaps/:id admin 204',
    ]);
  });

  it('make a resource that works on PostgreSQL', async () => {
    const database = await makeDatabase();
    try {
      const { status, output } = copy.run('--input-type=module', '--eval', USE_A_BOARD, { DATABASE_URL: database.url });
      if (status !== 0) throw new Error(output);
      expect(JSON.parse(output.trim().split('\n').at(-1))).toEqual({
        created: ['first', 'second'],
        page: ['second'],
        total: '2',
        updated: 'renamed',
        closed: 'renamed',
        refused: Array(4).fill('milestone-board-not-found'),
      });
    } finally {
      await database.drop();
    }
  }, 180_000);

  it('say in the README what was added', () => {
    const readme = copy.read('libs/services/wiki-pages/README.md').replace(/ {2,}/g, ' ');
    expect(readme).toContain(
      '| `outbox`, `inbox`, `dead_letters` | events on their way |\n| `milestone_boards` | milestone boards |',
    );
    expect(readme).toContain('| `GET /sitemaps` | List sitemaps |\n| `POST /sitemaps` | Create a sitemap |');
    expect(readme).toContain(
      '| `wiki-pages.page-renamed` | Page renamed |\n| `wiki-pages.page-deleted` | Page deleted |',
    );
    expect(readme).toContain('## Listens to\n\nNothing yet.\n\n## Publishes');
    expect(readme.match(/yet/g)).toHaveLength(1);
  });

  it('refuse in a sentence what they cannot make, and leave nothing behind', async () => {
    const before = copy.read('libs/services/wiki-pages/README.md');
    await refuses(generate('service', 'WikiPages'), /kebab-case/);
    await refuses(generate('service', 'wiki-pages'), /exists already/);
    await refuses(generate('endpoint', 'nobody', 'GET', '/things'), /no service nobody/);
    await refuses(generate('endpoint', 'wiki-pages', 'PATCH', '/things/:id'), /GET, POST, PUT, DELETE/);
    await refuses(generate('endpoint', 'wiki-pages', 'GET', 'things'), /as in the v4 API/);
    await refuses(generate('endpoint', 'wiki-pages', 'DELETE', '/things'), /needs an item/);
    await refuses(generate('endpoint', 'wiki-pages', 'GET', '/sitemaps'), /already/);
    await refuses(generate('event', 'wiki-pages', 'rename-page'), /past tense/);
    await refuses(generate('event', 'wiki-pages', 'page-renamed'), /already/);
    expect((await generate('anything')).status).toBe(2);
    expect(copy.read('libs/services/wiki-pages/README.md')).toBe(before);
  }, 180_000);
});
