import { secretText } from '@hearth/contract-kit';
import { z } from 'zod';
import type { Variable } from './variable.rules.js';

/** Variable record of the instance, for admins. */
export const InstanceVariableView = z.strictObject({
  variable_type: z.enum(['env_var', 'file']).describe('Whether jobs get the value, or the path of a file with it'),
  key: z.string().describe('Name of the variable'),
  value: secretText(),
  protected: z.boolean().describe('Whether only jobs of protected branches get the variable'),
  masked: z.boolean().describe('Whether values that cannot be masked in traces are refused'),
  raw: z.boolean(),
  description: z.string().nullable(),
});
export type InstanceVariableView = z.output<typeof InstanceVariableView>;

/** Variable record, for callers who may change it; `value` is null for a hidden variable. */
export const VariableView = InstanceVariableView.extend({
  value: secretText().nullable(),
  hidden: z.boolean().describe('Whether the value is never returned'),
  environment_scope: z.string().describe('Environments whose jobs get the variable: a name, with `*` for any text'),
});
export type VariableView = z.output<typeof VariableView>;

export function presentInstanceVariable(variable: Variable): InstanceVariableView {
  const { key, value, file, protected: isProtected, masked, raw, description } = variable;
  return { variable_type: file ? 'file' : 'env_var', key, value, protected: isProtected, masked, raw, description };
}

export function presentVariable(variable: Variable): VariableView {
  const { value, hidden, environmentScope } = variable;
  return {
    ...presentInstanceVariable(variable),
    value: hidden ? null : value,
    hidden,
    environment_scope: environmentScope,
  };
}
