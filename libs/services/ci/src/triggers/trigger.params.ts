import { v4 } from '@hearth/http';
import { z } from 'zod';
import { inputs } from '../plans/inputs.params.js';
import { VariableInvalid, VariablesNoTexts } from '../refusals.js';
import { LONGEST_VALUE, MOST_VARIABLES } from '../variables/variable.params.js';
import type { GivenVariable } from '../variables/variable.rules.js';

const description = () => v4.text({ most: 1024 });

export const TriggersParams = z.object({ id: v4.project(), ...v4.page });
export const CreateTriggerParams = z.object({ id: v4.project(), description: description() });
export const TriggerParams = z.object({ id: v4.project(), trigger_id: v4.id() });
export const UpdateTriggerParams = TriggerParams.extend({ description: v4.optional(description()) });

export const RunTriggerParams = z.object({
  id: v4.project(),
  ref: v4.text(),
  token: v4.text({ most: 255 }),
  /** `variables[key]=value` */
  variables: v4.optional(z.record(z.string(), z.unknown(), { error: 'is invalid' })),
  inputs: inputs(),
});

/** @throws VariablesNoTexts; VariableInvalid for a value that is too long */
export function variablesIn({ variables = {} }: z.output<typeof RunTriggerParams>): GivenVariable[] {
  const given = Object.entries(variables).map(([key, value]) => ({ key, value: textOf(value) }));
  if (given.length > MOST_VARIABLES)
    throw VariableInvalid({ errors: { key: [`are too many (maximum is ${MOST_VARIABLES})`] } });
  return given;
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw VariablesNoTexts();
  if (value.length > LONGEST_VALUE) throw VariableInvalid({ errors: { key: ['has a value that is too long'] } });
  return value;
}
