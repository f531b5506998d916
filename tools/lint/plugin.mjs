import controllerImports from './rules/controller-imports.mjs';
import declaredSettings from './rules/declared-settings.mjs';
import docstringOpenings from './rules/docstring-openings.mjs';
import fileNames from './rules/file-names.mjs';
import indexExports from './rules/index-exports.mjs';
import levelsByAbility from './rules/levels-by-ability.mjs';
import migrationNames from './rules/migration-names.mjs';
import noCallInTransaction from './rules/no-call-in-transaction.mjs';
import noDeepImports from './rules/no-deep-imports.mjs';
import noFocusedSpecs from './rules/no-focused-specs.mjs';
import noShell from './rules/no-shell.mjs';
import noSleepInSpecs from './rules/no-sleep-in-specs.mjs';
import oneDoorToProcesses from './rules/one-door-to-processes.mjs';
import plainNames from './rules/plain-names.mjs';
import platformNamesNoService from './rules/platform-names-no-service.mjs';
import pureFiles from './rules/pure-files.mjs';
import typeormInStores from './rules/typeorm-in-stores.mjs';
import wireCase from './rules/wire-case.mjs';

/** Hearth's own rules. Each has fixtures in fixtures/<rule>/ that must pass and that must fail. */
export const hearth = {
  meta: { name: 'hearth' },
  rules: {
    'controller-imports': controllerImports,
    'declared-settings': declaredSettings,
    'docstring-openings': docstringOpenings,
    'file-names': fileNames,
    'index-exports': indexExports,
    'levels-by-ability': levelsByAbility,
    'migration-names': migrationNames,
    'no-call-in-transaction': noCallInTransaction,
    'no-deep-imports': noDeepImports,
    'no-focused-specs': noFocusedSpecs,
    'no-shell': noShell,
    'no-sleep-in-specs': noSleepInSpecs,
    'one-door-to-processes': oneDoorToProcesses,
    'plain-names': plainNames,
    'platform-names-no-service': platformNamesNoService,
    'pure-files': pureFiles,
    'typeorm-in-stores': typeormInStores,
    'wire-case': wireCase,
  },
};

/** Every own rule as an error: there is no file to which one does not apply, the rules themselves know where they hold. */
export const hearthRules = Object.fromEntries(Object.keys(hearth.rules).map((name) => [`hearth/${name}`, 'error']));
