import type { ConfiguredTrigger } from '../configuration/entries/trigger.rules.js';
import type { JobPayload } from '../job-requests/job-payload.facts.js';
import { variablesFor } from '../job-requests/job-variables.rules.js';
import { expanded, inheritedVariables, type Values } from '../pipelines/variables.rules.js';
import type { BuildVariable, GivenVariable } from '../variables/variable.rules.js';

/** Variables that a bridge expands in the texts of its configuration. */
export class BridgeVariables {
  readonly #all: ReadonlyMap<string, BuildVariable>;
  /** Of the configuration. */
  readonly #configured: readonly BuildVariable[];
  readonly #isOpen = new Set<string>();

  constructor(payload: JobPayload) {
    const { common, options, variables } = payload.build;
    this.#all = new Map(variablesFor(payload, null).map((variable) => [variable.key, variable]));
    this.#configured = [...inheritedVariables(common, options), ...variables];
  }

  expand(text: string): string {
    return expanded(text, this.#values);
  }

  /** Returns the variables for the pipeline that the bridge starts. @param given those that the pipeline of the bridge was created with */
  forwarded({ forward }: ConfiguredTrigger, given: readonly GivenVariable[]): readonly GivenVariable[] {
    const keys = forward.yamlVariables ? this.#configured.map(({ key }) => key) : [];
    const own = keys.map((key) => ({
      key,
      value: this.#valueOf(this.#configured.findLast((each) => each.key === key)!),
    }));
    const all = [...own, ...(forward.pipelineVariables ? given : [])];
    return [...new Map(all.map((variable) => [variable.key, variable])).values()];
  }

  readonly #values: Values = {
    get: (key) => {
      const variable = this.#all.get(key);
      return variable && (this.#configured.includes(variable) ? this.#valueOf(variable) : variable.value);
    },
  };

  /** Expands the variables in a variable of the configuration. One that contains itself is left as it is. */
  #valueOf({ key, value, raw }: BuildVariable): string {
    if (raw || this.#isOpen.has(key)) return value;
    this.#isOpen.add(key);
    const whole = this.expand(value);
    this.#isOpen.delete(key);
    return whole;
  }
}
