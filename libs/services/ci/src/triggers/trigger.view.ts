import { secretText } from '@hearth/contract-kit';
import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { z } from 'zod';
import type { TriggerFact } from './trigger.facts.js';

/** Characters of a token shown to users other than its owner, to distinguish it from others. */
const SHOWN = 4;

/** The trigger record. */
export const TriggerView = z.strictObject({
  id: z.int(),
  token: secretText(),
  description: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  last_used: z.iso.datetime().nullable(),
  deleted_at: z.null(),
  owner: UserBasicView.nullable(),
});
export type TriggerView = z.output<typeof TriggerView>;

/**
 * Presents a trigger. Its pipelines run with the rights of its owner, so only the owner sees the token.
 * @param callerId the current user
 */
export function presentTrigger({ trigger, token, owner }: TriggerFact, callerId: number, baseUrl: string): TriggerView {
  return {
    id: trigger.id,
    token: trigger.ownerId === callerId ? token : token.slice(0, SHOWN),
    description: trigger.description,
    created_at: trigger.createdAt.toISOString(),
    updated_at: trigger.updatedAt.toISOString(),
    last_used: trigger.lastUsedAt?.toISOString() ?? null,
    deleted_at: null,
    owner: owner && presentUserBasic(owner, baseUrl),
  };
}
