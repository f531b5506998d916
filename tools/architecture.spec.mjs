import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { listItems } from './generators/edit-source.mjs';
import { SERVICE_LISTS } from './generators/service.mjs';
import { SCOPE_TAGS, TYPE_TAGS } from './lint/boundaries.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const readJson = (file) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));

const root = readJson('package.json');
const projects = root.workspaces
  .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  .filter((folder) => existsSync(path.join(ROOT, folder, 'package.json')))
  .map((folder) => ({ folder, manifest: readJson(path.join(folder, 'package.json')) }));
const projectNames = projects.map(({ manifest }) => manifest.name);

/** Lists the modules that a source file imports, types included. */
function importsOf(file) {
  return ts.preProcessFile(readFileSync(path.join(ROOT, file), 'utf8')).importedFiles.map(({ fileName }) => fileName);
}

/** The packages that the sources of a project import: `@hearth/data`, `pg`; Node's own and relative files left out. */
function packagesImported(folder, isCounted) {
  const files = globSync('src/**/*.ts', { cwd: path.join(ROOT, folder) }).filter(isCounted);
  const names = files
    .flatMap((file) => importsOf(path.join(folder, file)))
    .filter((name) => !name.startsWith('.') && !name.startsWith('node:') && !builtinModules.includes(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set(names)].sort();
}

const isSpec = (file) => file.endsWith('.spec.ts');
const isSource = (file) => !isSpec(file) && !file.startsWith('src/testing/');

describe.each(projects)('$folder', ({ folder, manifest }) => {
  it('says in its tags what it is and whose', () => {
    const tags = manifest.nx?.tags ?? [];
    expect(tags.filter((tag) => TYPE_TAGS.includes(tag))).toHaveLength(1);
    expect(tags.filter((tag) => SCOPE_TAGS.includes(tag))).toHaveLength(1);
    expect(tags).toHaveLength(2);
  });

  it('is compiled by the one build of everything', () => {
    expect(readJson('tsconfig.json').references.map((reference) => path.normalize(reference.path))).toContain(folder);
  });

  it('declares each lib that it imports, to npm and to the compiler', () => {
    const declared = { ...manifest.dependencies, ...manifest.devDependencies };
    const referenced = (readJson(path.join(folder, 'tsconfig.json')).references ?? [])
      .map((reference) => path.join(folder, reference.path))
      .map((target) => projects.find((project) => project.folder === target)?.manifest.name);
    for (const name of packagesImported(folder, () => true).filter((each) => each.startsWith('@hearth/'))) {
      expect(Object.keys(declared)).toContain(name);
      expect(referenced).toContain(name);
    }
  });

  it('declares the packages from npm that it imports and no others; for development those of its specs', () => {
    const external = (isCounted) => packagesImported(folder, isCounted).filter((name) => !name.startsWith('@hearth/'));
    const ofRunning = Object.keys(manifest.dependencies ?? {});
    expect([...ofRunning, ...Object.keys(manifest.devDependencies ?? {})]).toEqual(
      expect.arrayContaining(external(() => true)),
    );
    if (!manifest.nx.tags.includes('type:testing'))
      expect(ofRunning).toEqual(expect.arrayContaining(external(isSource)));
    const sources = globSync('src/**/*.ts', { cwd: path.join(ROOT, folder) });
    const text = sources.map((file) => readFileSync(path.join(ROOT, folder, file), 'utf8')).join('\n');
    const unused = ofRunning.filter((name) => !projectNames.includes(name) && !text.includes(`'${name}`));
    expect(unused).toEqual([]);
  });
});

describe('apps', () => {
  const apps = projects.filter(({ manifest }) => manifest.nx.tags.includes('type:app'));

  it.each(apps)('$folder only composes: the same main.ts as the others, a list of modules', ({ folder }) => {
    expect(readFileSync(path.join(ROOT, folder, 'src/main.ts'), 'utf8').split('\n')).toEqual([
      "import { startService } from '@hearth/service';",
      "import { AppModule } from './app.module.js';",
      '',
      `await startService({ name: '${path.basename(folder)}', module: AppModule });`,
      '',
    ]);
    const allowed = [
      'app.module.ts',
      'main.ts',
      'migrate.ts',
      ...(folder === 'apps/all-in-one'
        ? [
            ...['dead-letters.ts', 'logins.ts', 'rotate.ts', 'services.ts', 'storages.ts'],
            ...['backup.ts', 'restore-files.ts', 'restore-database.ts'],
          ]
        : []),
    ];
    expect(allowed).toEqual(
      expect.arrayContaining(
        readdirSync(path.join(ROOT, folder, 'src')).filter((file) => !isSpec(file) && file !== 'testing'),
      ),
    );
  });
});

describe('services', () => {
  const services = projects.filter(({ manifest }) => manifest.nx.tags.includes('type:service'));

  it.each(SERVICE_LISTS)('all stand in $list of $file', ({ file, list }) => {
    const listed = listItems(readFileSync(path.join(ROOT, file), 'utf8'), list);
    expect(listed).toEqual(
      expect.arrayContaining(services.map(({ manifest }) => manifest.name.replace('@hearth/', ''))),
    );
  });

  it.each(services)('$folder has an app of its own and is part of the all-in-one', ({ manifest }) => {
    const hosts = projects
      .filter(({ manifest: app }) => app.nx.tags.includes('type:app') && app.dependencies?.[manifest.name])
      .map(({ folder }) => folder);
    const name = manifest.name.replace('@hearth/', '');
    expect(hosts.sort()).toEqual(['apps/all-in-one', `apps/${name}`].sort());
  });
});

describe('third-party packages', () => {
  it('are pinned exactly, to one version everywhere', () => {
    const versions = new Map();
    for (const { dependencies, devDependencies } of [root, ...projects.map(({ manifest }) => manifest)]) {
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
        if (projectNames.includes(name)) continue;
        expect([name, version]).toEqual([name, expect.stringMatching(/^(npm:[^@]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/)]);
        expect([name, version]).toEqual([name, versions.get(name) ?? version]);
        versions.set(name, version);
      }
    }
  });
});
