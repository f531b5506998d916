import { overBudget } from '../budgets.mjs';
import { generate as generateIn } from './generate.mjs';
import { WorkspaceCopy } from './workspace-copy.mjs';

const TYPESCRIPT = 'node_modules/typescript7/bin/tsc';
/** With --all everything is compiled again; otherwise what was changed, what was added, and the processes that have both. */
const EVERYTHING = process.env.HEARTH_TEST_ALL === '1';
/** The service with the least to compile. */
const EXISTING = 'merge-requests';
/** In the order of their references. */
const COMPILED = [
  ...[
    'libs/platform/contract-kit',
    'libs/contracts/identity',
    `libs/contracts/${EXISTING}`,
    'libs/contracts/wiki-pages',
  ],
  ...[`libs/services/${EXISTING}`, 'libs/services/wiki-pages', 'apps/wiki-pages', 'apps/all-in-one'],
];
/** In one process, which loads the services once. */
const GENERATE_AND_CHECK = `for (const file of ['generate', 'contracts/check']) await import(\`./tools/\${file}.mjs\`);`;
/** A spec that leaves a connection open keeps no run from ending. */
const JEST = ['tools/jest.mjs', '--forceExit'];

describe('the generators, in a copy of the repository', () => {
  let copy;
  /** Files that endpoints with a table and an event of an existing service have changed; generated pages come with a build. */
  let changed;
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
    copy.track();
    for (const [method, path] of [
      ['GET', '/projects/:id/colour_labels'],
      ['POST', '/projects/:id/colour_labels'],
      ['DELETE', '/projects/:id/colour_labels/:label_id'],
    ]) {
      await succeeds(generate('endpoint', EXISTING, method, path));
    }
    await succeeds(generate('event', EXISTING, 'colour-label-created'));
    changed = copy.changed();
    await succeeds(generate('service', 'wiki-pages'));
    for (const [method, path, ...options] of [
      ['GET', '/projects/:id/milestone_boards'],
      ['POST', '/projects/:id/milestone_boards'],
      ['GET', '/projects/:id/milestone_boards/:board_id'],
      ['PUT', '/projects/:id/milestone_boards/:board_id'],
      ['DELETE', '/projects/:id/milestone_boards/:board_id'],
      ['POST', '/projects/:id/milestone_boards/:board_id/close'],
      ['POST', '/projects/:id/milestone_boards/:board_id/shut', '--name', 'close-for-good'],
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
  }, 300_000);

  afterAll(() => copy?.remove());

  it('change no file outside of the service but its contracts', () => {
    const outside = changed.filter((file) => !file.startsWith(`libs/services/${EXISTING}/`));
    expect(outside).toEqual([`libs/contracts/${EXISTING}/src/events.ts`, `libs/contracts/${EXISTING}/src/index.ts`]);
    const migrations = changed.filter((file) => /^libs\/services\/[^/]+\/src\/migrations\/\d+-/.test(file));
    expect(migrations).toHaveLength(1);
  });

  it('write code that compiles, and contracts that fit, as a part of everything', async () => {
    const compile = async () => {
      if (EVERYTHING) await succeeds(copy.run(TYPESCRIPT, '-b'));
      else for (const project of COMPILED) await succeeds(copy.run(TYPESCRIPT, '-p', project));
    };
    await compile();
    await succeeds(copy.run('--input-type=module', '--eval', GENERATE_AND_CHECK));
    if (EVERYTHING) await compile();
  }, 300_000);

  it('write what passes the checks', async () => {
    const files = copy.changed();
    const sources = files.filter((file) => /\.(ts|mjs)$/.test(file));
    expect(sources.length).toBeGreaterThan(50);
    // The plugins of Nx take more time to start as processes than to run.
    const inOneProcess = { NX_ISOLATE_PLUGINS: 'false' };
    await succeeds(copy.run('node_modules/eslint/bin/eslint.js', '--max-warnings', '0', ...sources, inOneProcess));
    await succeeds(copy.run('node_modules/oxfmt/bin/oxfmt', '--check', ...files));
    expect(overBudget(copy.root, [`libs/services/${EXISTING}`, 'libs/services/wiki-pages', 'apps/wiki-pages'])).toEqual(
      [],
    );
  }, 300_000);

  it('write specs that pass, and what the specs of all endpoints ask of new ones', async () => {
    const specs = [
      'libs/services/wiki-pages/dist',
      `libs/services/${EXISTING}/dist/colour-labels`,
      'tools/permissions',
    ];
    const result = await copy.run(...JEST, ...specs, 'apps/all-in-one/dist/statements', {
      HEARTH_WRITE_STATEMENTS: '1',
      // All others are counted where this spec comes from.
      HEARTH_STATEMENTS_OF: '/(milestone_boards|sitemaps|colour_labels)',
    });
    await succeeds(result);
    const counted = ['wiki-pages', EXISTING].flatMap((service) =>
      Object.keys(JSON.parse(copy.read(`libs/services/${service}/statements.generated.json`))),
    );
    expect(counted).toHaveLength(15);
    const views = ['milestone-board.view', 'sitemap.view', 'colour-label.view'];
    const endpoints = ['milestone-boards.integration', 'sitemaps.integration', 'colour-labels.integration'];
    for (const spec of [...views, ...endpoints, 'statements', 'permissions']) {
      expect(result.output).toMatch(new RegExp(`PASS .*/${spec}`));
    }
  }, 300_000);

  it('keep what the architecture asks of every service', async () => {
    const result = await copy.run(...JEST, 'tools/architecture', '-t', 'wiki-pages|services');
    await succeeds(result);
    expect(result.output).toMatch(/wiki-pages has an app of its own/);
  }, 180_000);

  it('declare endpoints that the frame reads as they were asked for', async () => {
    const script = `
      import { WikiPagesModule } from '@hearth/wiki-pages';
      import { describeService } from '@hearth/http';
      const shown = ({ method, path, can, admin, status }) => [method, path, can?.name ?? (admin && 'admin'), status].join(' ');
      console.log(describeService(WikiPagesModule).endpoints.map(shown).join('\\n'));`;
    const { status, output } = await copy.run('--input-type=module', '--eval', script);
    expect(status).toBe(0);
    expect(output.trim().split('\n')).toEqual([
      'GET /projects/:id/milestone_boards read_milestone_board 200',
      'POST /projects/:id/milestone_boards manage_milestone_board 201',
      'GET /projects/:id/milestone_boards/:board_id read_milestone_board 200',
      'PUT /projects/:id/milestone_boards/:board_id manage_milestone_board 200',
      'DELETE /projects/:id/milestone_boards/:board_id manage_milestone_board 204',
      'POST /projects/:id/milestone_boards/:board_id/close manage_milestone_board 201',
      'POST /projects/:id/milestone_boards/:board_id/shut manage_milestone_board 201',
      'GET /sitemaps admin 200',
      'POST /sitemaps admin 201',
      'GET /sitemaps/:id admin 200',
      'PUT /sitemaps/:id admin 200',
      'DELETE /sitemaps/:id admin 204',
    ]);
  });

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
    const existing = copy.read(`libs/services/${EXISTING}/README.md`).replace(/ {2,}/g, ' ');
    expect(existing).toContain('| `colour_labels` | colour labels |');
    expect(existing.match(/^## Owns$/gm)).toHaveLength(1);
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
    const close = '/projects/:id/milestone_boards/:board_id/close';
    await refuses(generate('endpoint', 'wiki-pages', 'POST', close, '--name', 'other'), /close already/);
    await refuses(generate('event', 'wiki-pages', 'rename-page'), /past tense/);
    await refuses(generate('event', 'wiki-pages', 'page-renamed'), /already/);
    expect((await generate('anything')).status).toBe(2);
    expect(copy.read('libs/services/wiki-pages/README.md')).toBe(before);
  }, 180_000);
});
