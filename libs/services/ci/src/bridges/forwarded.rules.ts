import type { ConfiguredTrigger } from '../configuration/entries/trigger.rules.js';
import type { JobValues } from '../job-requests/job-values.rules.js';
import type { GivenVariable } from '../variables/variable.rules.js';

/** Returns the variables for the pipeline that a bridge starts. @param given those that the pipeline of the bridge was created with */
export function forwardedVariables(
  values: JobValues,
  { forward }: ConfiguredTrigger,
  given: readonly GivenVariable[],
): readonly GivenVariable[] {
  const { configured } = values;
  const keys = forward.yamlVariables ? configured.map(({ key }) => key) : [];
  const own = keys.map((key) => ({ key, value: values.valueOf(configured.findLast((each) => each.key === key)!) }));
  const all = [...own, ...(forward.pipelineVariables ? given : [])];
  return [...new Map(all.map((variable) => [variable.key, variable])).values()];
}
