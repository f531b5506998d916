import { distance } from 'fastest-levenshtein';
import names from './names.generated.json' with { type: 'json' };

/** What is Hearth's own among the variables of an environment; its tests and benchmarks have some for themselves. */
const OWN = /^HEARTH_(?!(TEST|E2E|BENCH)_)/;

/**
 * Variables that look like settings of Hearth and are none, as happens by a slip: a sentence about each, with the known one that is nearest.
 * @param environment the process' own unless given
 * @param known every variable that some program of Hearth reads
 */
export function strangeVariables(
  environment: NodeJS.ProcessEnv = process.env,
  known: readonly string[] = names,
): string[] {
  return Object.keys(environment)
    .filter((name) => OWN.test(name) && !known.includes(name))
    .map((name) => `${name} is no setting of Hearth; ${nearest(name, known)} is the nearest.`);
}

function nearest(name: string, known: readonly string[]): string {
  const own = known.filter((each) => OWN.test(each));
  return own.reduce((best, each) => (distance(name, each) < distance(name, best) ? each : best));
}
