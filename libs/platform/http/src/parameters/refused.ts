import { z } from 'zod';

/** Parameter of later releases that is not performed: refused, except for the values that ask for nothing. */
export function refused() {
  return z
    .unknown()
    .optional()
    .refine((value) => [undefined, null, false, 'false', ''].includes(value as string), { error: 'is not supported' })
    .meta({ description: 'Not supported: refused', type: 'string' });
}
