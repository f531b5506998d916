import docstringOpenings from './rules/docstring-openings.mjs';
import migrationNames from './rules/migration-names.mjs';
import noCallInTransaction from './rules/no-call-in-transaction.mjs';
import noSleepInSpecs from './rules/no-sleep-in-specs.mjs';
import { SPECS, TEST_CODE, restrictionConfigs, restrictionRules } from './restrictions.mjs';

/** Rules that no rule of ESLint and no plugin can express by configuration. */
export const ownRules = {
  'docstring-openings': docstringOpenings,
  'migration-names': migrationNames,
  'no-call-in-transaction': noCallInTransaction,
  'no-sleep-in-specs': noSleepInSpecs,
};

/** Hearth's own rules and restrictions, each in the files where it holds. */
export const hearthConfigs = [
  {
    plugins: { hearth: { meta: { name: 'hearth' }, rules: { ...ownRules, ...restrictionRules } } },
    rules: { 'hearth/docstring-openings': 'error', 'hearth/no-call-in-transaction': 'error' },
  },
  { ignores: [SPECS, ...TEST_CODE], rules: { 'hearth/migration-names': 'error' } },
  { files: [SPECS, ...TEST_CODE], rules: { 'hearth/no-sleep-in-specs': 'error' } },
  {
    files: TEST_CODE,
    ignores: [SPECS, 'apps/e2e/**'],
    rules: { 'hearth/no-sleep-in-specs': ['error', { polls: true }] },
  },
  ...restrictionConfigs,
];
