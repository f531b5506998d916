import { refused, v4 } from '@hearth/http';
import { AccessLevel } from '@hearth/contract-kit';
import { z } from 'zod';
import { credentialHolderParams } from '../credential-holders/credential-holder.params.js';
import type { CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import { wantedTokenOf } from '../tokens/token.params.js';
import { latestBotExpiry } from '../tokens/token.rules.js';
import { BOT_LEVELS, type WantedAccessToken } from './access-token.rules.js';

/** Parameters of the endpoints of access tokens of projects or groups. */
export function accessTokenParams(kind: CredentialHolder['kind']) {
  const holder = credentialHolderParams(kind);
  const token = { ...holder, token_id: v4.id().describe('Id of the token') };
  const rotated = { expires_at: v4.optional(v4.date()).describe('When the new token expires; by default in a week') };
  return {
    list: z.object({
      ...{ ...holder, ...v4.page },
      state: v4.optional(v4.oneOf(['active', 'inactive'])),
      revoked: refused(),
      search: refused(),
      created_after: refused(),
      created_before: refused(),
      expires_after: refused(),
      expires_before: refused(),
      last_used_after: refused(),
      last_used_before: refused(),
    }),
    one: z.object(token),
    create: z.object({
      ...holder,
      name: v4.text(),
      description: v4.optional(v4.text()).describe('What the token is for'),
      scopes: v4.optional(v4.list(v4.text())),
      access_level: v4
        .optional(
          v4.integer().refine((level) => BOT_LEVELS[kind].includes(level), { error: 'does not have a valid value' }),
        )
        .transform((given) => given ?? AccessLevel.master)
        .meta({ description: `Access level of the token in the ${kind}`, default: AccessLevel.master }),
      expires_at: v4.optional(v4.date()).describe('When the token expires; by default, and at the latest, in 365 days'),
    }),
    rotate: z.object({ ...token, ...rotated }),
    rotateSelf: z.object({ ...holder, ...rotated }),
  };
}
export type AccessTokenParams = ReturnType<typeof accessTokenParams>;

/** Returns the token in the parameters. @param today `YYYY-MM-DD` in UTC */
export function wantedAccessTokenOf(params: z.output<AccessTokenParams['create']>, today: string): WantedAccessToken {
  const { access_level: level, ...token } = params;
  const wanted = wantedTokenOf(token);
  return { ...wanted, level, expiresAt: wanted.expiresAt ?? latestBotExpiry(today) };
}
