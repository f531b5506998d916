import { distance } from 'fastest-levenshtein';
import names from './names.generated.json' with { type: 'json' };

/** Hearth's own variables, without those of its tests and benchmarks. */
const OWN = /^HEARTH_(?!(TEST|E2E|BENCH)_)/;

/**
 * Finds variables that look like settings of Hearth but are not, such as typing errors. Returns a sentence about each, with the most
 * similar known variable.
 * @param environment by default the process' own
 * @param known every variable that a program of Hearth reads
 */
export function unknownVariables(
  environment: NodeJS.ProcessEnv = process.env,
  known: readonly string[] = names,
): string[] {
  return Object.keys(environment)
    .filter((name) => OWN.test(name) && !known.includes(name))
    .map((name) => `${name} is no setting of Hearth; ${nearestSetting(name, known)} is the nearest.`);
}

/** Returns the setting whose name is most similar; of Hearth's own, if the name looks like one of these. */
export function nearestSetting(name: string, known: readonly string[] = names): string {
  const alike = known.filter((each) => OWN.test(each) === OWN.test(name));
  return alike.reduce((best, each) => (distance(name, each) < distance(name, best) ? each : best));
}
