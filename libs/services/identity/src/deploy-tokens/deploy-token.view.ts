import { secretText } from '@hearth/contract-kit';
import { z } from 'zod';
import { deployTokenUsername } from './deploy-token.rules.js';
import type { DeployTokenFact } from './deploy-token.facts.js';

/** Deploy token, without its value. */
export const DeployTokenView = z.strictObject({
  id: z.int(),
  name: z.string(),
  username: z.string().describe('The user name that git sends with the token'),
  expires_at: z.iso.datetime({ precision: 3 }).nullable().describe('When the token stops working; null: never'),
  scopes: z.array(z.string()),
  revoked: z.literal(false).describe('Always false: a token that is revoked is deleted'),
  expired: z.boolean().describe('Whether the token has expired'),
});
export type DeployTokenView = z.output<typeof DeployTokenView>;

/** Response to the creation of a token, the only one with its value. */
export const NewDeployTokenView = DeployTokenView.extend({ token: secretText() });

export function presentDeployToken(token: DeployTokenFact): DeployTokenView {
  const { id, name, scopes, expiresAt, expired } = token;
  return {
    ...{ id, name, username: deployTokenUsername(token) },
    expires_at: expiresAt?.toISOString() ?? null,
    ...{ scopes: [...scopes], revoked: false, expired },
  };
}

export function presentNewDeployToken(token: DeployTokenFact, value: string): z.output<typeof NewDeployTokenView> {
  return { ...presentDeployToken(token), token: value };
}
