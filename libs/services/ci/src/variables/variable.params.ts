import { v4 } from '@hearth/http';
import { z } from 'zod';
import { PLAIN, type Variable, type VariableChanges } from './variable.rules.js';
import type { VariableName } from './variables.store.js';

/** In UTF-16 units: every job of the project gets all values. */
export const LONGEST_VALUE = 64 * 1024;

/** Most variables of one pipeline: each of its jobs gets all of them. */
export const MOST_VARIABLES = 100;

export const variableValue = () => v4.text({ most: LONGEST_VALUE });
export const variableType = () =>
  v4
    .optional(v4.oneOf(['env_var', 'file']))
    .describe('Whether jobs get the value, or the path of a file with the value');

const key = v4.text();
/** Only this key: a filter that is not applied would choose another variable. */
const filter = v4
  .optional(z.strictObject({ environment_scope: v4.text() }, { error: 'is invalid' }))
  .describe('`environment_scope` of the variable, where several have the key');

const traits = {
  protected: v4.optional(v4.boolean()),
  masked: v4.optional(v4.boolean()).describe('Whether to refuse values that cannot be masked in traces'),
  raw: v4.optional(v4.boolean()).describe('Whether variables in the value are left as they are'),
  variable_type: variableType(),
  description: v4.text().nullable().optional(),
};
const scoped = {
  masked_and_hidden: v4
    .optional(v4.boolean())
    .describe('Whether the value is also never returned; only of new variables'),
  environment_scope: v4
    .optional(v4.text())
    .describe('Environments whose jobs get the variable: a name, with `*` for any text'),
};
const value = v4.optional(variableValue());

/** Parameters of the endpoints about variables; `id` names a project or a group. */
export function variableParams(kind: 'project' | 'group') {
  const owner = z.object({ id: kind === 'project' ? v4.project() : v4.group() });
  const one = owner.extend({ key, filter });
  return {
    list: owner.extend(v4.page),
    one,
    create: owner.extend({ key, value: variableValue(), ...traits, ...scoped }),
    update: one.extend({ value, ...traits, ...scoped }),
  };
}
export type VariableParams = ReturnType<typeof variableParams>;

export const InstanceVariablesParams = z.object(v4.page);
export const InstanceVariableParams = z.object({ key });
export const CreateInstanceVariableParams = z.object({ key, value: variableValue(), ...traits });
export const UpdateInstanceVariableParams = z.object({ key, value, ...traits });

/** Returns the name of the one variable that a request is about. */
export function variableName({ key, filter }: z.output<VariableParams['one']>): VariableName {
  return { key, environmentScope: filter?.environment_scope };
}

type Given = z.output<typeof UpdateInstanceVariableParams> &
  Partial<Pick<z.output<VariableParams['update']>, 'masked_and_hidden' | 'environment_scope'>>;

/** Returns the variable to create. */
export function newVariable(params: Given & { readonly value: string }): Variable {
  const given = Object.entries(variableChanges(params)).filter(([, each]) => each !== undefined);
  return { ...PLAIN, key: params.key.trim(), value: params.value, ...Object.fromEntries(given) };
}

/** Returns the changes in the parameters. */
export function variableChanges(params: Given): VariableChanges {
  const { masked_and_hidden: hidden, variable_type: type, environment_scope: scope } = params;
  return {
    value: params.value,
    protected: params.protected,
    masked: params.masked ?? (hidden || undefined),
    hidden,
    file: type && type === 'file',
    raw: params.raw,
    environmentScope: scope?.trim(),
    description: params.description,
  };
}
