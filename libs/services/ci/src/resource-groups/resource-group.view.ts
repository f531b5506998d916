import { z } from 'zod';
import { PROCESS_MODES } from './resource-group.rules.js';
import type { ResourceGroup } from './resource-groups.store.js';

/** Resource group record. */
export const ResourceGroupView = z.strictObject({
  id: z.int(),
  key: z.string().describe('`resource_group` of its jobs'),
  process_mode: z.enum(PROCESS_MODES).describe('Order in which jobs get the resource'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type ResourceGroupView = z.output<typeof ResourceGroupView>;

export function presentResourceGroup({ id, key, processMode, createdAt, updatedAt }: ResourceGroup): ResourceGroupView {
  const times = { created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
  return { id, key, process_mode: processMode, ...times };
}
