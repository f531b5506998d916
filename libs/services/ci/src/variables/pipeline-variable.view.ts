import { secretText } from '@hearth/contract-kit';
import { z } from 'zod';
import type { Variable } from './variable.rules.js';

/** Variable that a pipeline was created with, for callers who may run its jobs. */
export const PipelineVariableView = z.strictObject({
  variable_type: z.enum(['env_var', 'file']).describe('Whether jobs get the value, or the path of a file with it'),
  key: z.string().describe('Name of the variable'),
  value: secretText(),
});
export type PipelineVariableView = z.output<typeof PipelineVariableView>;

export function presentPipelineVariable({ key, value, file }: Variable): PipelineVariableView {
  return { variable_type: file ? 'file' : 'env_var', key, value };
}
