// Gathers the settings that all programs of Hearth declare: for docs/CONFIGURATION.md and for the warning about unknown variables.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { COMMAND_VARIABLES } from './hearth/settings/variables.mjs';

const PROGRAMS = 'apps/all-in-one/src';
const EVERY_PROCESS = 'Every process';

/**
 * @param {string} root the repository's folder, built
 * @returns `document` the page as Markdown; `names` every variable that is read, sorted
 * @throws when a declaration names a module that no app has, or a program that is none
 */
export async function configuration(root) {
  const load = (file) => import(pathToFileURL(path.join(root, file)));
  const { modulesOf } = await load('libs/platform/http/dist/index.js');
  const apps = await Promise.all(
    readdirSync(path.join(root, 'apps'))
      .filter((app) => existsSync(path.join(root, 'apps', app, 'src/app.module.ts')))
      .map(async (app) => [
        app,
        modulesOf((await load(`apps/${app}/dist/app.module.js`)).AppModule).map(({ name }) => name),
      ]),
  );
  const { allSettings } = await load('libs/platform/config/dist/index.js');
  const sections = [...allSettings()].sort(byTitle).map((settings) => ({ ...settings, rows: settings.describe() }));
  const names = [
    ...sections.flatMap(({ rows }) => rows.map(({ name }) => name)),
    ...COMMAND_VARIABLES.map(([name]) => name),
  ];
  return {
    document: page(sections.map((section) => ({ ...section, readers: readersOf(section, apps, root) }))),
    names: [...new Set(names)].sort(),
  };
}

function byTitle(a, b) {
  const key = ({ title }) => (title === EVERY_PROCESS ? '' : title);
  return key(a) < key(b) ? -1 : 1;
}

/** In words: `every process`, `repository, all-in-one`, `every process but gateway; migrate`. */
function readersOf({ title, readBy }, apps, root) {
  if (readBy.length === 0) return 'every process';
  const programs = readBy.filter((reader) => reader.endsWith('.js')).map((reader) => path.basename(reader, '.js'));
  const modules = readBy.filter((reader) => !reader.endsWith('.js'));
  const strange = [
    ...programs.filter((program) => !existsSync(path.join(root, PROGRAMS, `${program}.ts`))),
    ...modules.filter((name) => !apps.some(([, found]) => found.includes(name))),
  ];
  if (strange.length > 0)
    throw new Error(`Settings "${title}" are read by ${strange.join(', ')}, which does not exist`);
  const readers = apps.filter(([, found]) => modules.some((name) => found.includes(name))).map(([app]) => app);
  return [
    processes(
      readers,
      apps.map(([app]) => app),
    ),
    programs.join(', '),
  ]
    .filter(Boolean)
    .join('; ');
}

function processes(readers, all) {
  const others = all.filter((app) => !readers.includes(app));
  if (others.length === 0) return 'every process';
  return others.length < readers.length ? `every process but ${others.join(', ')}` : readers.join(', ');
}

function page(sections) {
  const hearth = COMMAND_VARIABLES.map(([name, purpose]) => [code(name), `${purpose}.`]);
  return [
    '# Configuration',
    `Generated from the declarations in the code by \`npm run generate\`: every environment variable that a program of Hearth reads. An
empty variable counts as unset. A value that cannot be used ends the process with one sentence on standard error and status 2, before
it has begun anything; values themselves are never repeated there. A variable that begins with \`HEARTH_\` and is not listed here is
pointed out in the log at the start.`,
    `Times have a unit: \`250ms\`, \`10s\`, \`5m\`, \`1h\`, \`7d\`. Flags are \`1\` or \`0\`. What the log, metrics and traces show is in
[observability.md](observability.md); how connections to PostgreSQL add up, and what a pooler must do, in
[database-connections.md](database-connections.md).`,
    '## The file hearth.yaml',
    `The same settings in a file: \`./hearth\` reads \`hearth.yaml\` of the data folder, or the file of \`HEARTH_CONFIG_FILE\`, when it starts something, and
a process of its own the file of \`HEARTH_CONFIG_FILE\`. Names are those of the variables, which win over the file.`,
    [
      '```yaml',
      'HEARTH_URL: https://git.example.com',
      'HEARTH_GRACE: 45s',
      'HEARTH_PASSWORD_SIGN_IN: false # a flag',
      'HEARTH_TRUSTED_PROXIES: [10.0.0.1, 10.0.0.2] # instead of commas',
      'HEARTH_OIDC_CLIENT_SECRET: … # in a file that only its owner can read',
      '```',
    ].join('\n'),
    `Settings that are JSON are written as mappings. An unknown name or a value that cannot be used ends the start with its line. \`./hearth config check\` lists all
mistakes of file and variables, \`./hearth config show\` every setting, without secrets, and where it is from (\`--all\`: also defaults). A changed file counts
from the next \`./hearth down\` and \`./hearth up\`, or start of the process. Backups do not have it.`,
    ...sections.flatMap(({ title, readers, rows }) => [
      `## ${title}`,
      `Read by: ${readers}.`,
      table(
        ['variable', 'what it is', 'default'],
        rows.map(({ name, purpose, required, defaultValue }) => [
          code(name),
          `${purpose}.`,
          defaultText(required, defaultValue),
        ]),
      ),
    ]),
    '## The command `./hearth`',
    `It sets the listeners, keys, storages, pools and addresses of the processes that it starts, and hands on to them all else that begins
with \`HEARTH_\` or \`OTEL_\`; secrets only to those that need them. With servers of yours it also hands on how to reach those
(\`DATABASE_DIRECT_URL\`, \`KAFKA_SSL…\`, \`KAFKA_SASL…\`). A service gets its own login in the database only.`,
    table(['variable', 'what it is'], hearth),
    '',
  ].join('\n\n');
}

function defaultText(required, defaultValue) {
  if (required) return '**required**';
  return defaultValue === undefined ? '' : code(defaultValue);
}

function code(text) {
  return `\`${text}\``;
}

function table(head, rows) {
  const row = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}
