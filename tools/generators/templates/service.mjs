import { pascal, spaced } from '../names.mjs';

/** The files of a new service: a lib without resources yet, the lib of its contracts, and the app that runs it alone. */

const LIBS_OF_SERVICE = [
  ...['contract-kit', 'data', 'calls', 'messaging', 'access', 'http'].map((name) => [name, `libs/platform/${name}`]),
];
const LIBS_OF_SPECS = [['testing', 'libs/testing']];
const LIBS_OF_APP = [
  ...['service', 'calls', 'messaging', 'access'].map((name) => [name, `libs/platform/${name}`]),
  ['access-contracts', 'libs/contracts/access'],
];
const LIBS_OF_CONTRACTS = [['contract-kit', 'libs/platform/contract-kit']];
/** Packages from npm that a service's first resources import. */
const PACKAGES_OF_SERVICE = ['@nestjs/common', 'typeorm', 'zod'];
const PACKAGES_OF_APP = ['@nestjs/common'];
const PACKAGES_OF_CONTRACTS = ['zod'];

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
const dependenciesOn = (libs) => Object.fromEntries(libs.map(([name]) => [`@hearth/${name}`, '*']));

function manifest({ name, folder, libs, libsOfSpecs, packages, tags, exports }) {
  const up = '../'.repeat(folder.split('/').length);
  return json({
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    ...(exports && {
      exports: {
        '.': { types: './dist/index.d.ts', default: './dist/index.js' },
        ...(libsOfSpecs && {
          './testing': {
            types: './dist/testing/statement-samples.d.ts',
            default: './dist/testing/statement-samples.js',
          },
        }),
        './package.json': './package.json',
      },
    }),
    dependencies: { ...dependenciesOn(libs), ...packages },
    ...(libsOfSpecs && { devDependencies: dependenciesOn(libsOfSpecs) }),
    scripts: {
      build: `node ${up}node_modules/typescript7/bin/tsc -b`,
      test: `node ${up}tools/jest.mjs ${folder}`,
      lint: `node ${up}node_modules/eslint/bin/eslint.js .`,
    },
    nx: { tags },
  });
}

function compilerOptions(folder, libs) {
  const up = '../'.repeat(folder.split('/').length);
  return json({
    extends: `${up}tsconfig.base.json`,
    compilerOptions: { rootDir: 'src', outDir: 'dist', tsBuildInfoFile: 'dist/.tsbuildinfo' },
    include: ['src/**/*.ts', 'src/**/*.json'],
    references: libs.map(([, target]) => ({ path: `${up}${target}` })),
  });
}

/**
 * @param {string} name kebab-case
 * @param {Record<string, string>} versions of packages from npm, as the other services have them
 * @returns the files of the service's libs and app: path → text
 */
export function serviceFiles(name, versions) {
  const pick = (packages) => Object.fromEntries(packages.map((each) => [each, versions[each]]));
  const lib = `libs/services/${name}`;
  const app = `apps/${name}`;
  const contracts = `libs/contracts/${name}`;
  const appLibs = [[name, lib], ...LIBS_OF_APP];
  return {
    [`${lib}/package.json`]: manifest({
      name: `@hearth/${name}`,
      folder: lib,
      libs: LIBS_OF_SERVICE,
      libsOfSpecs: LIBS_OF_SPECS,
      packages: pick(PACKAGES_OF_SERVICE),
      tags: ['type:service', `scope:${name}`],
      exports: true,
    }),
    [`${lib}/tsconfig.json`]: compilerOptions(lib, [...LIBS_OF_SERVICE, ...LIBS_OF_SPECS]),
    [`${lib}/README.md`]: readme(name),
    [`${lib}/src/index.ts`]: `export { ${pascal(name)}Module } from './${name}.module.js';\n`,
    [`${lib}/src/${name}.module.ts`]: moduleFile(name),
    [`${lib}/src/core.module.ts`]: coreModuleFile(name),
    [`${lib}/src/stores.module.ts`]: storesModuleFile(name),
    [`${lib}/src/schema.ts`]: schemaFile(name),
    [`${lib}/src/testing/statement-samples.ts`]: samplesFile(),
    [`${lib}/reference/permissions.json`]: json({ projects: [], groups: [], anonymous: [], admin: [] }),
    [`${lib}/reference/operations.json`]: json({ operations: {}, refusals: {} }),
    [`${lib}/reference/descriptions.json`]: json({ fields: {}, parameters: {} }),
    [`${contracts}/package.json`]: manifest({
      name: `@hearth/${name}-contracts`,
      folder: contracts,
      libs: LIBS_OF_CONTRACTS,
      packages: pick(PACKAGES_OF_CONTRACTS),
      tags: ['type:contract', 'scope:contracts'],
      exports: true,
    }),
    [`${contracts}/tsconfig.json`]: compilerOptions(contracts, LIBS_OF_CONTRACTS),
    [`${contracts}/src/index.ts`]: 'export {};\n',
    [`${app}/package.json`]: manifest({
      name: `@hearth/app-${name}`,
      folder: app,
      libs: appLibs,
      packages: pick(PACKAGES_OF_APP),
      tags: ['type:app', `scope:${name}`],
    }),
    [`${app}/tsconfig.json`]: compilerOptions(app, appLibs),
    [`${app}/src/main.ts`]: mainFile(name),
    [`${app}/src/migrate.ts`]: migrateFile(name),
    [`${app}/src/app.module.ts`]: appModuleFile(name),
  };
}

function readme(name) {
  return `# ${name}

${spaced(name).replace(/^./, (letter) => letter.toUpperCase())}, and what belongs to them.

## Owns

| table | holds |
| ----- | ----- |
| \`outbox\`, \`inbox\`, \`dead_letters\` | events on their way |

## Endpoints

None yet.

## Listens to

Nothing yet.

## Publishes

Nothing yet.
`;
}

function moduleFile(name) {
  return `
import { Module } from '@nestjs/common';
import type { ApiDeclaration } from '@hearth/http';
import { ${pascal(name)}CoreModule } from './core.module.js';
import { schema } from './schema.js';

@Module({ imports: [${pascal(name)}CoreModule] })
export class ${pascal(name)}Module {
  /** Endpoints, for the gateways. */
  static readonly api: ApiDeclaration = {
    service: '${name}',
    document: new URL('../openapi.generated.json', import.meta.url),
  };
  static readonly schema = schema;
  static readonly jobs = [];
}
`;
}

function coreModuleFile(name) {
  return `
import { Module } from '@nestjs/common';
import { DataModule } from '@hearth/data';
import { MessagingModule } from '@hearth/messaging';
import { schema } from './schema.js';

/** The service's own database and messages, for its feature modules. */
@Module({
  imports: [DataModule.forService(schema), MessagingModule.forService(schema.service)],
  exports: [DataModule, MessagingModule],
})
export class ${pascal(name)}CoreModule {}
`;
}

function storesModuleFile(name) {
  return `
import { Module, type Type } from '@nestjs/common';
import { ${pascal(name)}CoreModule } from './core.module.js';

const stores: Type[] = [];

/** All SQL of the service. */
@Module({ imports: [${pascal(name)}CoreModule], providers: stores, exports: stores })
export class ${pascal(name)}StoresModule {}
`;
}

function schemaFile(name) {
  return `
import type { ServiceSchema } from '@hearth/data';
import { messagingMigrations } from '@hearth/messaging';

/** Tables of ${name}. */
export const schema: ServiceSchema = {
  service: '${name}',
  entities: [],
  migrations: [...messagingMigrations],
  jobs: false,
};
`;
}

function samplesFile() {
  return `
import type { StatementSamples } from '@hearth/testing';

/** Requests whose statements are measured; a write, and a read whose path the target alone does not fill, needs a sample. */
export const statementSamples: StatementSamples = { samples: {} };
`;
}

function mainFile(name) {
  return `
import { startService } from '@hearth/service';
import { AppModule } from './app.module.js';

await startService({ name: '${name}', module: AppModule });
`;
}

function migrateFile(name) {
  return `
import { migrateServices } from '@hearth/service';
import { ${pascal(name)}Module } from '@hearth/${name}';

await migrateServices([${pascal(name)}Module]);
`;
}

function appModuleFile(name) {
  const Service = `${pascal(name)}Module`;
  return `
import { Module } from '@nestjs/common';
import { AccessModule } from '@hearth/access';
import { HttpCalls } from '@hearth/calls';
import { accessContracts } from '@hearth/access-contracts';
import { KafkaEvents } from '@hearth/messaging';
import { ${Service} } from '@hearth/${name}';

@Module({ imports: [${Service}, HttpCalls.register(), KafkaEvents, AccessModule.signedFor('${name}', accessContracts)] })
export class AppModule {}
`;
}
