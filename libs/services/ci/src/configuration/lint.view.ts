import { z } from 'zod';

/** Whether a configuration is valid. */
export const LintView = z.strictObject({
  status: z.enum(['valid', 'invalid']),
  errors: z
    .array(z.string())
    .describe('All errors that do not follow from another one, at most 100, with the line of the job'),
});
export type LintView = z.output<typeof LintView>;

export function presentLint(errors: readonly string[]): LintView {
  return { status: errors.length === 0 ? 'valid' : 'invalid', errors: [...errors] };
}
