import { SCOPES, secretText } from '@hearth/contract-kit';
import { z } from 'zod';
import type { IssuedToken } from './issue.js';
import type { TokenFact } from './token.facts.js';

const TokenView = z.strictObject({
  id: z.int(),
  name: z.string(),
  revoked: z.boolean(),
  created_at: z.iso.datetime({ precision: 3 }),
  description: z.string().nullable().describe('What the token is for'),
  scopes: z.array(z.enum(SCOPES)),
  last_used_at: z.iso.datetime({ precision: 3 }).nullable().describe('When the token was last used, to the hour'),
  active: z.boolean(),
  expires_at: z.iso.date().nullable(),
});

/** Personal token, without its value. */
export const PersonalTokenView = TokenView.extend({ user_id: z.int() });
/** Impersonation token, without its value. */
export const ImpersonationTokenView = TokenView.extend({ impersonation: z.literal(true) });
/** Response to the creation of a token, the only one with its value. */
export const NewPersonalTokenView = PersonalTokenView.extend({ token: secretText() });
export const NewImpersonationTokenView = ImpersonationTokenView.extend({ token: secretText() });

function presentToken(token: TokenFact): z.output<typeof TokenView> {
  return {
    id: token.id,
    name: token.name,
    revoked: token.revoked,
    created_at: token.createdAt.toISOString(),
    description: token.description,
    scopes: token.scopes,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    active: token.active,
    expires_at: token.expiresAt,
  };
}

export function presentPersonalToken(token: TokenFact): z.output<typeof PersonalTokenView> {
  return { ...presentToken(token), user_id: token.userId };
}

export function presentImpersonationToken(token: TokenFact): z.output<typeof ImpersonationTokenView> {
  return { ...presentToken(token), impersonation: true };
}

export function presentNewPersonalToken(
  token: TokenFact,
  { value }: IssuedToken,
): z.output<typeof NewPersonalTokenView> {
  return { ...presentPersonalToken(token), token: value };
}

export function presentNewImpersonationToken(
  token: TokenFact,
  { value }: IssuedToken,
): z.output<typeof NewImpersonationTokenView> {
  return { ...presentImpersonationToken(token), token: value };
}
