import { v4 } from '@hearth/http';
import { z } from 'zod';
import type { MemberSourceKind } from '../members/membership.rules.js';
import { TESTED_TRIGGERS } from './delivery.rules.js';

const hookId = v4.id().describe('Id of the hook');

/** Parameters of the endpoints of deliveries. */
export function deliveryParams(kind: MemberSourceKind) {
  const hook = { id: v4[kind](), hook_id: hookId };
  return {
    list: z.object({
      ...hook,
      ...v4.page,
      status: v4
        .optional(z.unknown().refine(() => false, { error: 'is not supported' }))
        .describe('Not supported: the list has deliveries of every status'),
    }),
    test: z.object({ ...hook, trigger: v4.oneOf(TESTED_TRIGGERS).describe('What the hook is called for') }),
    delivery: z.object({ ...hook, hook_event_id: v4.id().describe('Id of the delivery') }),
  };
}
export type DeliveryParams = ReturnType<typeof deliveryParams>;
