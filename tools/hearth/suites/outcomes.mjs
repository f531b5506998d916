/**
 * @typedef {{ passed: number, failed: number, failures?: string[], unsteady?: string[] }} Outcome `failures` names the tests that failed, where
 *   they have names, `unsteady` those that passed only the second time
 */

/** @param {Outcome[]} outcomes @returns {Required<Outcome>} */
export function totalOf(outcomes) {
  return {
    passed: outcomes.reduce((total, { passed }) => total + passed, 0),
    failed: outcomes.reduce((total, { failed }) => total + failed, 0),
    failures: outcomes.flatMap(({ failures = [] }) => failures),
    unsteady: outcomes.flatMap(({ unsteady = [] }) => unsteady),
  };
}
