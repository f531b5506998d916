import { matchesWildcard } from '@hearth/contract-kit/plain';
import type { BuildVariable, ScopedVariable } from './variable.rules.js';

const ANY = '*';

/**
 * Returns the variables that a job gets. Of those with the same key the last one counts: that of the highest level, and in a level that with
 * the most specific scope.
 * @param environment null for a job without one, which gets the variables of all environments only
 */
export function variablesOfEnvironment(
  variables: readonly ScopedVariable[],
  environment: string | null,
): BuildVariable[] {
  return variables
    .filter(
      ({ environmentScope: scope }) => scope === ANY || (environment !== null && matchesWildcard(scope, environment)),
    )
    .toSorted(
      (a, b) =>
        a.level - b.level ||
        specificity(a.environmentScope, environment) - specificity(b.environmentScope, environment),
    )
    .map(({ environmentScope, level, ...variable }) => variable);
}

/** A name is more specific than a pattern, and a long pattern more than a short one. */
function specificity(scope: string, environment: string | null): number {
  return scope === environment ? Number.MAX_SAFE_INTEGER : scope.replaceAll(ANY, '').length;
}
