import { keyErrors, type GivenVariable } from '../variables/variable.rules.js';

/** Most variables of one push. */
const MOST_VARIABLES = 100;
const SKIP = 'ci.skip';
const MOST_INPUTS = 100;
const INPUT = /^ci\.input=(?<name>[^=]+)=(?<value>.*)$/s;
const VARIABLE = /^ci\.variable=(?<key>[^=]+)=(?<value>.*)$/s;

/** Effect of the options of a push on its pipelines. */
export interface CiPushOptions {
  /** Its pipelines are skipped, as with `[ci skip]` in the commit message. */
  readonly skips: boolean;
  readonly variables: readonly GivenVariable[];
  /** Texts for the inputs of its configuration. */
  readonly inputs: Readonly<Record<string, string>>;
}

/** Reads `ci.skip`, `ci.variable=KEY=value` and `ci.input=name=value` among the options of a push. As in the reference, other and invalid ones are ignored; the last of a key counts. */
export function ciPushOptions(options: readonly string[]): CiPushOptions {
  const given = options.flatMap((option) => {
    const { key = '', value = '' } = VARIABLE.exec(option)?.groups ?? {};
    return keyErrors(key).length === 0 ? [[key, value] as const] : [];
  });
  const variables = [...new Map(given)].slice(0, MOST_VARIABLES).map(([key, value]) => ({ key, value }));
  const inputs = options.flatMap((option) => {
    const { name, value = '' } = INPUT.exec(option)?.groups ?? {};
    return name === undefined ? [] : [[name, value] as const];
  });
  return {
    skips: options.some((option) => option === SKIP || option.startsWith(`${SKIP}=`)),
    variables,
    inputs: Object.fromEntries([...new Map(inputs)].slice(0, MOST_INPUTS)),
  };
}
