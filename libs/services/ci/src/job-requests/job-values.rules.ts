import { expanded, inheritedVariables, type Values } from '../pipelines/variables.rules.js';
import type { BuildVariable } from '../variables/variable.rules.js';
import type { JobPayload } from './job-payload.facts.js';
import { variablesFor } from './job-variables.rules.js';

/** Variables that a job expands in the texts of its configuration. */
export class JobValues {
  /** Of the configuration. */
  readonly configured: readonly BuildVariable[];
  readonly #all: ReadonlyMap<string, BuildVariable>;
  readonly #isOpen = new Set<string>();

  constructor(payload: JobPayload) {
    const { common, options, variables } = payload.build;
    this.#all = new Map(variablesFor(payload, null).map((variable) => [variable.key, variable]));
    this.configured = [...inheritedVariables(common, options), ...variables];
  }

  expand(text: string): string {
    return expanded(text, this.#values);
  }

  /** Expands the variables in a variable of the configuration. One that contains itself is left as it is. */
  valueOf({ key, value, raw }: BuildVariable): string {
    if (raw || this.#isOpen.has(key)) return value;
    this.#isOpen.add(key);
    const whole = this.expand(value);
    this.#isOpen.delete(key);
    return whole;
  }

  readonly #values: Values = {
    get: (key) => {
      const variable = this.#all.get(key);
      return variable && (this.configured.includes(variable) ? this.valueOf(variable) : variable.value);
    },
  };
}
