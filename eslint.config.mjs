import nx from '@nx/eslint-plugin';
import importX from 'eslint-plugin-import-x';
import jest from 'eslint-plugin-jest';
import n from 'eslint-plugin-n';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { sourceConstraints, specConstraints } from './tools/lint/boundaries.mjs';
import { hearthConfigs } from './tools/lint/plugin.mjs';
import { refreshProjectGraph } from './tools/lint/project-graph.mjs';
import { PURE_FILES } from './tools/lint/restrictions.mjs';
import packageJson from './package.json' with { type: 'json' };

await refreshProjectGraph();

/** Specs, and what the specs of a lib or an app share. */
const SPECS = ['**/*.spec.ts', '{libs/*,apps}/*/src/testing/**/*.ts'];

const boundaries = (depConstraints) => [
  'error',
  { depConstraints, enforceBuildableLibDependency: true, allowCircularSelfDependency: false },
];

export default [
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      '.nx/',
      '.tools/',
      '.hearth/',
      'tools/lint/fixtures/',
      '**/*.generated.*',
    ],
  },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.mjs', '**/*.js'],
    plugins: { n, regexp },
    languageOptions: { globals: n.configs['flat/recommended-module'].languageOptions.globals },
    settings: { n: { version: packageJson.engines.node } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-else-return': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-self-compare': 'error',
      'no-throw-literal': 'error',
      'no-unneeded-ternary': 'error',
      'no-useless-rename': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'], location: 'start' }],
      'object-shorthand': 'error',
      'prefer-object-spread': 'error',
      'prefer-template': 'error',
      'n/no-deprecated-api': 'error',
      // The package.json of a lib names no engines: those of the root count.
      'n/no-unsupported-features/node-builtins': ['error', { allowExperimental: true }],
      // A pattern whose time grows faster than its text lets one request stop a process.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'all', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ['**/*.ts'],
    languageOptions: {
      // Lets consistent-type-imports leave the types alone that decorators need at run time.
      parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true },
    },
    plugins: { '@nx': nx, 'import-x': importX },
    rules: {
      '@nx/enforce-module-boundaries': boundaries(sourceConstraints),
      // A lib's package.json names what it imports: what only its specs import are devDependencies, which no image has.
      'import-x/no-extraneous-dependencies': ['error', { devDependencies: SPECS }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // Nest's modules are classes that hold nothing but their decorator.
      '@typescript-eslint/no-extraneous-class': 'off',
    },
  },
  {
    files: SPECS,
    rules: { '@nx/enforce-module-boundaries': boundaries(specConstraints) },
  },
  {
    files: ['**/*.spec.{ts,mjs}'],
    plugins: { jest },
    rules: {
      'jest/no-commented-out-tests': 'error',
      'jest/no-disabled-tests': 'error',
      'jest/no-export': 'error',
      'jest/no-focused-tests': 'error',
      'jest/no-identical-title': 'error',
      'jest/valid-describe-callback': 'error',
      'jest/valid-expect': 'error',
      'jest/valid-expect-in-promise': 'error',
      'jest/valid-title': 'error',
      'no-restricted-properties': [
        'error',
        ...['it', 'test'].map((object) => ({ object, property: 'todo', message: 'All committed specs run.' })),
      ],
    },
  },
  {
    files: ['libs/services/**/*.ts', 'libs/kits/**/*.ts'],
    ignores: SPECS,
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Services meet in contract calls, not by HTTP.' }],
    },
  },
  {
    files: PURE_FILES,
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['fetch', 'process', 'setTimeout', 'setInterval'].map((name) => ({
          name,
          message: 'This file does no I/O: fetch before, and hand the value in.',
        })),
      ],
    },
  },
  ...hearthConfigs,
  {
    // Programs that talk to a terminal.
    files: ['tools/**', 'bench/**'],
    rules: { 'no-console': 'off' },
  },
];
