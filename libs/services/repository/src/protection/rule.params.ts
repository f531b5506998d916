import { v4 } from '@hearth/http';
import { z } from 'zod';

/** Rules for single users and groups do not exist: a client that sends them would believe that they alone may do it. */
export const rulesOfUsers = () =>
  v4
    .optional(z.array(z.unknown(), { error: 'is invalid' }).max(0, { error: 'is not supported' }))
    .describe('Not supported: rules are by access level');
