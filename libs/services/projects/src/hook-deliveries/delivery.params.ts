import { v4 } from '@hearth/http';
import { z } from 'zod';
import { PUSH_TRIGGERS } from './delivery.rules.js';

const hook = { id: v4.project(), hook_id: v4.id().describe('Id of the hook') };

export const TestHookParams = z.object({
  ...hook,
  trigger: v4.oneOf(PUSH_TRIGGERS).describe('What the hook is called for'),
});
export const ListDeliveriesParams = z.object({
  ...hook,
  ...v4.page,
  status: v4
    .optional(z.unknown().refine(() => false, { error: 'is not supported' }))
    .describe('Not supported: the list has deliveries of every status'),
});
export const DeliveryParams = z.object({ ...hook, hook_event_id: v4.id().describe('Id of the delivery') });
