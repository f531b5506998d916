import { secretText } from '@hearth/contract-kit';
import { z } from 'zod';
import type { Variable } from './variable.rules.js';

/** Variable record, for callers who may change it. */
export const VariableView = z.strictObject({ key: z.string(), value: secretText(), protected: z.boolean() });
export type VariableView = z.output<typeof VariableView>;

export function presentVariable({ key, value, protected: isProtected }: Variable): VariableView {
  return { key, value, protected: isProtected };
}
