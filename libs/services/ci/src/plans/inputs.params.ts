import { v4 } from '@hearth/http';
import { z } from 'zod';
import { LONGEST_VALUE } from '../variables/variable.params.js';

/** Most inputs of a configuration. */
export const MOST_INPUTS = 100;

const text = v4.text();
const scalar = z.union([z.number(), z.boolean(), text]);
/** Lists have texts, numbers, booleans, and maps of these. */
export const inputValue = z.union([scalar, z.array(z.union([scalar, z.record(text, scalar)]))]);

/** Values for the inputs of a configuration: `{name: value}`, or `inputs[name]=value`. */
export const inputs = () =>
  v4
    .optional(
      z
        .record(text, inputValue, { error: 'is invalid' })
        .refine((given) => Object.keys(given).length <= MOST_INPUTS, { error: 'has too many entries' })
        .refine((given) => JSON.stringify(given).length <= LONGEST_VALUE, { error: 'is too long' }),
    )
    .describe('Values for the inputs that the configuration declares in `spec: inputs`, by their names');
