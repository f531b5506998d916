import { z } from 'zod';

/** Whether a configuration is valid. Only the first error is reported. */
export const LintView = z.strictObject({
  status: z.enum(['valid', 'invalid']),
  errors: z.array(z.string()),
});
export type LintView = z.output<typeof LintView>;

export function presentLint(error: string | null): LintView {
  return error === null ? { status: 'valid', errors: [] } : { status: 'invalid', errors: [error] };
}
