import { v4 } from '@hearth/http';
import { z } from 'zod';
import { credentialHolderParams } from '../credential-holders/credential-holder.params.js';
import type { CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import type { WantedDeployToken } from './deploy-token.rules.js';

const LIST = { ...v4.page, active: v4.optional(v4.boolean()).describe('Only tokens that have not expired') };

export const DeployTokensParams = z.object(LIST);

/** Parameters of the endpoints of deploy tokens of projects or groups. */
export function deployTokenParams(kind: CredentialHolder['kind']) {
  const holder = credentialHolderParams(kind);
  return {
    list: z.object({ ...holder, ...LIST }),
    one: z.object({ ...holder, token_id: v4.id().describe('Id of the token') }),
    create: z.object({
      ...holder,
      name: v4.text(),
      username: v4.optional(v4.text()).describe('By default `gitlab+deploy-token-` and the id'),
      scopes: v4.list(v4.text()),
      expires_at: v4.optional(v4.dateTime()).describe('When the token stops working; never if absent'),
    }),
  };
}
export type DeployTokenParams = ReturnType<typeof deployTokenParams>;

/** Returns the token in the parameters. A form's `scopes[]=` is no scope. */
export function wantedDeployTokenOf(params: z.output<DeployTokenParams['create']>): WantedDeployToken {
  const { name, username, scopes, expires_at: expiresAt } = params;
  return {
    name: name.normalize('NFC'),
    username: username ?? null,
    scopes: [...new Set(scopes.filter((scope) => scope !== ''))],
    expiresAt: expiresAt ?? null,
  };
}
