import { builtinRules } from 'eslint/use-at-your-own-risk';
import { SERVICES } from './boundaries.mjs';

/** Kinds that the suffix of a file may name inside a service or a resource kit (docs/STYLE.md). */
const KINDS = '{controller,params,view,facts,entity,store,finder,rules,provider,module}';
const EMPTY_NAMES = '{common,shared,util,utils,helper,helpers,base,misc}';
const CODE = '**/*.{ts,mjs,js}';
export const SPECS = '**/*.spec.{ts,mjs,js}';
/** Services and resource kits: the suffixes of their files are a closed list. */
const SLICES = 'libs/{services,kits}/*/src';
/** Code that specs share: libs/testing, the black-box suite, and the testing folder of a lib or an app. */
export const TEST_CODE = [
  '{libs/testing,apps/e2e}/**/*.{ts,mjs,js}',
  '{libs/{platform,services,kits},apps}/*/src/testing/**/*.{ts,mjs,js}',
];
const TESTS = [SPECS, ...TEST_CODE];

const PROCESSES = '/^(node:)?child_process$/';
const SNAKE = '/^[a-z][a-z0-9]*(_[a-z0-9]+)+$/';
const pascal = (name) => name.replace(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase());
const anyOf = (words) => words.join('|');
const NAMED = [...SERVICES, 'edge'];
/** A name alone, the contract of a service (`projects.…`), or a service's module. */
const SERVICE_NAME = `/^(${anyOf(NAMED)})([.]|$)|^(${anyOf(NAMED.map(pascal))})Module$/`;

/** They do no I/O: they can be read, tested and run anywhere. */
export const PURE_FILES = [
  `${SLICES}/**/*.{rules,view,params}.ts`,
  'libs/contracts/**/*.ts',
  'libs/platform/contract-kit/src/**/*.ts',
];
const IO_BUILTINS = [
  ...['fs', 'net', 'tls', 'dgram', 'dns', 'http', 'https', 'http2', 'child_process'],
  ...['cluster', 'worker_threads', 'readline', 'timers', 'sqlite'],
];
const IO_PACKAGES = ['pg', 'typeorm', '@nestjs/typeorm', 'pg-boss', 'kafkajs', 'undici', 'fastify', 'pino'];
const IO_LIBS = ['data', 'calls', 'messaging', 'jobs', 'service', 'edge', 'testing'];
const IO = `^((node:)?(${anyOf(IO_BUILTINS)})|${anyOf(IO_PACKAGES)}|@hearth/(${anyOf(IO_LIBS)}))(/|$)`;
/** Types of what was read may be named by what presents it; the file that reads may not be run. */
const READERS = '^[.].*[.](store|finder|facts|entity|provider|controller|module)[.]js$|(^|/)git/(?!refs/)';

const matching = (pattern) => `[source.value=/${pattern.replaceAll('/', '\\u002F')}/]`;
/** Everything that names a module: import, export … from, import(), and import('…') in a type. */
const imports = (pattern) =>
  `:matches(ImportDeclaration, ExportNamedDeclaration, ExportAllDeclaration, ImportExpression, TSImportType)${matching(pattern)}`;
/** Imports of which something is left at run time. */
const runtimeImports = (pattern) => [
  `ImportDeclaration[importKind="value"]${matching(pattern)} > :matches(ImportSpecifier[importKind="value"], ImportDefaultSpecifier, ImportNamespaceSpecifier)`,
  `:matches(ImportDeclaration[specifiers.length=0], ExportNamedDeclaration[exportKind="value"], ExportAllDeclaration[exportKind="value"], ImportExpression)${matching(pattern)}`,
];

/** Syntax that is refused in some files: selectors of ESLint's `no-restricted-syntax`, each list with its message. */
export const restrictions = [
  {
    name: 'controller-imports',
    files: [`${SLICES}/**/*.controller.ts`],
    refuses: {
      'A controller imports no store, finder or entity: read through .facts, write through a verb file.': [
        imports('^[.].*[.](store|finder|entity)[.]js$'),
      ],
    },
  },
  {
    name: 'declared-settings',
    files: ['{libs,apps}/**/*.{ts,mjs,js}'],
    // The environment of git takes PATH over.
    ignores: [...TESTS, 'libs/platform/config/src/**', 'libs/services/repository/src/git/process/environment.ts'],
    refuses: {
      'Declare the variable with defineSettings of @hearth/config where it is read.': [
        'MemberExpression:matches([object.name="process"], [object.property.name="process"]):matches([computed=false][property.name="env"], [property.value="env"]) > .property',
        'VariableDeclarator[init.name="process"] > ObjectPattern > Property:matches([key.name="env"], [key.value="env"])',
        'ImportDeclaration[source.value=/^(node:)?process$/] > :matches(ImportDefaultSpecifier, ImportNamespaceSpecifier, ImportSpecifier[imported.name="env"])',
      ],
    },
  },
  {
    name: 'file-kinds',
    files: [`${SLICES}/**/*.*.ts`],
    ignores: [`**/*.${KINDS}{,.integration}{,.spec}.ts`, '**/+([!.]){,.integration}.spec.ts', '**/*.d.ts'],
    refuses: { [`The suffix is no kind of file: one of ${KINDS}, or a bare verb for a write.`]: ['Program'] },
  },
  {
    name: 'index-exports',
    files: ['libs/**/index.ts'],
    refuses: {
      'An entity stays inside its lib.': [
        imports('[.]entity[.]js$'),
        'ExportSpecifier[local.name=/Entity$/]',
        'ExportNamedDeclaration > ClassDeclaration[id.name=/Entity$/]',
      ],
    },
  },
  {
    name: 'kebab-case-files',
    files: [CODE],
    ignores: ['**/+([a-z0-9])*([.-]+([a-z0-9])).{ts,mjs,js}'],
    refuses: { 'The name of a file is kebab-case.': ['Program'] },
  },
  {
    name: 'levels-by-ability',
    files: [CODE],
    ignores: [...TESTS, 'libs/platform/access/**'],
    refuses: {
      'Ask an ability (requireAbility, isAllowed, may) instead of comparing levels: permissions are declared in abilities.ts.':
        ['BinaryExpression[operator=/^[<>]=?$/] > MemberExpression[object.name="AccessLevel"]'],
    },
  },
  {
    name: 'no-app-imports',
    files: [CODE],
    refuses: { 'An app is a program: nothing imports it.': [imports('^@hearth/(app-[^/]+|e2e|bench)(/|$)')] },
  },
  {
    name: 'no-deep-imports',
    files: [CODE],
    ignores: TESTS,
    refuses: {
      'Import what the index of the lib exports, or its part without schemas (@hearth/contract-kit/plain).': [
        imports('^@hearth/[^/]+/(?!(package[.]json|plain)$)'),
      ],
    },
  },
  {
    name: 'no-deep-imports-in-tests',
    files: TESTS,
    refuses: {
      'Import what the index of the lib exports, or what the lib offers to tests (@hearth/data/testing).': [
        imports('^@hearth/[^/]+/(?!(package[.]json|plain|testing)$)'),
      ],
    },
  },
  {
    name: 'no-empty-names',
    files: [`**/${EMPTY_NAMES}/**/*.{ts,mjs,js}`, `**/${EMPTY_NAMES}{,.integration}{,.spec}.{ts,mjs,js}`],
    refuses: { 'The name of the file or a folder says nothing about its content.': ['Program'] },
  },
  {
    name: 'no-inner-indexes',
    files: ['libs/**/index.ts'],
    ignores: ['libs/{,{platform,services,kits,contracts}/}*/src/index.ts'],
    refuses: { 'An index stands at the root of a lib only (src/index.ts): import the file itself.': ['Program'] },
  },
  {
    name: 'no-shell',
    files: [CODE],
    refuses: {
      'exec runs a shell: use spawn or execFile with a list of arguments.': [
        `ImportDeclaration[source.value=${PROCESSES}] > ImportSpecifier[imported.name=/^exec(Sync)?$/]`,
      ],
      'Import the functions of node:child_process by name.': [
        `ImportDeclaration[source.value=${PROCESSES}] > :matches(ImportDefaultSpecifier, ImportNamespaceSpecifier)`,
      ],
      'The option runs a shell: give the program a list of arguments.': [
        ':matches(CallExpression, NewExpression) > ObjectExpression > Property:matches([key.name="shell"], [key.value="shell"]):matches([value.type="TemplateLiteral"], [value.type="Literal"]):not([value.raw=/^(false|null|0|..)$/])',
      ],
    },
  },
  {
    name: 'one-door-to-processes',
    files: [CODE],
    ignores: [...TESTS, 'libs/services/repository/src/git/**', 'bench/**', 'tools/**'],
    refuses: {
      'Only libs/services/repository/src/git starts processes: declare the git sub-command there.': [
        imports('^((node:)?child_process|execa|zx|cross-spawn|shelljs)(/|$)'),
      ],
    },
  },
  {
    name: 'plain-names',
    files: [CODE],
    refuses: {
      'No I prefix, no Impl, Manager, Helper or Util: name the role, and an implementation for its special feature.': [
        ':matches(ClassDeclaration, ClassExpression, TSInterfaceDeclaration, TSTypeAliasDeclaration, TSEnumDeclaration) > Identifier.id[name=/^I(?!Pv)[A-Z][a-z]|(Impl|Manager|Helpers?|Utils?)$/]',
      ],
    },
  },
  {
    name: 'platform-names-no-service',
    files: ['libs/platform/**/*.{ts,mjs,js}'],
    ignores: [...TESTS, 'libs/platform/contract-kit/src/service-names.ts'],
    refuses: {
      'Platform libs know no service: the service declares its special cases.': [
        `Literal[value=${SERVICE_NAME}]`,
        `TemplateElement[value.raw=${SERVICE_NAME}]`,
      ],
    },
  },
  {
    name: 'pure-files',
    files: PURE_FILES,
    ignores: [SPECS],
    refuses: {
      'This file does no I/O: fetch before, and hand the value in.': [imports(IO), ...runtimeImports(READERS)],
    },
  },
  {
    name: 'reactions-in-events',
    files: [`${SLICES}/**/on-*.ts`],
    ignores: [`${SLICES}/events/**`],
    refuses: { 'Reactions (on-*.ts) stand in events/.': ['Program'] },
  },
  {
    name: 'reactions-only-in-events',
    files: [`${SLICES}/events/**/*.ts`],
    ignores: ['**/on-*.ts'],
    refuses: { 'events/ holds reactions only (on-*.ts).': ['Program'] },
  },
  {
    name: 'service-exports',
    files: ['libs/services/*/src/index.ts'],
    refuses: {
      'The index of a service exports its module only: offer the rest as a contract.': [
        'ExportSpecifier[local.name!=/^[A-Z].*Module$/]',
        'ExportAllDeclaration',
        'ExportDefaultDeclaration',
        'ExportNamedDeclaration[declaration.type]',
      ],
    },
  },
  {
    name: 'typeorm-in-stores',
    files: [`${SLICES}/**/*.ts`],
    ignores: [...TEST_CODE, '**/*.{store,finder,entity}{,.integration}{,.spec}.ts', '**/migrations/**'],
    refuses: {
      'Only .store, .finder, .entity files and migrations import typeorm.': [
        imports('^(typeorm|@nestjs/typeorm)(/|$)'),
      ],
    },
  },
  {
    name: 'wire-case',
    files: [`${SLICES}/**/*.ts`, 'libs/contracts/**/*.ts'],
    ignores: [SPECS, `${SLICES}/**/*.{params,view}.ts`, `${SLICES}/testing/samples/**`, 'libs/contracts/**/views.ts'],
    refuses: {
      'snake_case ends at .params, .view and the views of contracts: names here are camelCase.': [
        `:matches(TSPropertySignature, TSMethodSignature, PropertyDefinition, MethodDefinition) > .key:matches([name=${SNAKE}], [value=${SNAKE}])`,
        `:matches(VariableDeclarator > Identifier.id, FunctionDeclaration > Identifier.id, :function > Identifier.params)[name=${SNAKE}]`,
        `:matches(ObjectPattern > Property > Identifier.value, ArrayPattern > Identifier, AssignmentPattern > Identifier.left, RestElement > Identifier, TSParameterProperty > Identifier)[name=${SNAKE}]`,
        `CallExpression[callee.property.name=/^(object|strictObject|looseObject|extend|safeExtend|interface)$/] > ObjectExpression.arguments:first-child > Property > .key:matches([name=${SNAKE}], [value=${SNAKE}])`,
      ],
    },
  },
];

/** ESLint's rule under the name of each restriction: settings of one rule would replace each other where a file has several. */
export const restrictionRules = Object.fromEntries(
  restrictions.map(({ name }) => [name, builtinRules.get('no-restricted-syntax')]),
);

export const restrictionConfigs = restrictions.map(({ name, files, ignores = [], refuses }) => ({
  name: `hearth/${name}`,
  files,
  ignores,
  rules: {
    [`hearth/${name}`]: [
      'error',
      ...Object.entries(refuses).flatMap(([message, selectors]) =>
        selectors.map((selector) => ({ selector, message })),
      ),
    ],
  },
}));
