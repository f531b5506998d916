import { z } from 'zod';
import { v4 } from './v4.js';

const NOT_SUPPORTED = { error: 'is not supported' };

/** Parameter of later releases that is not performed: refused, except for the values that ask for nothing. */
export function refused() {
  return z
    .unknown()
    .optional()
    .refine(asksForNothing, NOT_SUPPORTED)
    .meta({ description: 'Not supported: refused', type: 'string' });
}

/** Parameter of later releases that accepts the one value that says how Hearth behaves. */
export function only<T extends string | number | boolean>(type: z.ZodType<T>, value: T) {
  return v4.optional(type.refine((given) => given === value, NOT_SUPPORTED)).describe(`Only \`${String(value)}\``);
}

function asksForNothing(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : [undefined, null, false, 'false', ''].includes(value as string);
}
