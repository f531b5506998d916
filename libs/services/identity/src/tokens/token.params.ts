import { refused, v4 } from '@hearth/http';
import { confirmed } from '@hearth/pages';
import { z } from 'zod';
import { ListPageParams } from '../pages/notices.js';
import type { WantedToken } from './token.rules.js';

const UserId = { user_id: v4.id() };

export const ImpersonationTokensParams = z.object({
  ...UserId,
  ...v4.keysetPage,
  state: v4.optional(v4.oneOf(['all', 'active', 'inactive'])),
});

export const ImpersonationTokenParams = z.object({ ...UserId, impersonation_token_id: v4.id() });

/** `scopes` is optional here: missing scopes are reported with the other failures of the token. */
export const CreateTokenParams = z.object({
  ...UserId,
  name: v4.text(),
  scopes: v4.optional(v4.list(v4.text())),
  expires_at: v4.optional(v4.date()),
  description: v4.optional(v4.text()).describe('What the token is for'),
});

const ROTATED = {
  expires_at: v4.optional(v4.date()).describe('When the new token expires; by default in a week'),
};
export const RotateTokenParams = z.object({ id: v4.id(), ...ROTATED });
export const RotateOwnTokenParams = z.object(ROTATED);

export const PersonalTokensParams = z.object({
  ...v4.keysetPage,
  user_id: v4.optional(v4.integer()),
  state: v4.optional(v4.oneOf(['active', 'inactive'])),
  revoked: v4.optional(v4.boolean()),
  search: v4.search(),
  created_after: v4.optional(v4.dateTime()),
  created_before: v4.optional(v4.dateTime()),
  expires_after: refused(),
  expires_before: refused(),
  last_used_after: refused(),
  last_used_before: refused(),
});

/** Form of a new token. Failures are shown beside its fields. */
export const TokenFormParams = z.object({
  name: v4.text().prefault(''),
  scopes: v4.list(v4.text()).prefault([]),
  expires_at: v4.text().prefault('').meta({ title: 'Expires on' }),
});

export const TokenIdParams = z.object({ id: v4.id() });
export const RevokeTokenFormParams = TokenIdParams.extend({ confirmed });

/** Returns the token in the parameters. A form's `scopes[]=` is no scope. */
export function wantedTokenOf(
  params: Omit<z.output<typeof CreateTokenParams>, 'user_id' | 'description'> & { description?: string | undefined },
): WantedToken {
  const { name, description, scopes = [], expires_at: expiresAt } = params;
  return {
    name: name.normalize('NFC'),
    description: description?.normalize('NFC') ?? null,
    scopes: scopes.filter((scope) => scope !== ''),
    expiresAt: expiresAt ?? null,
  };
}

/** Parameters of the page of personal tokens: `name` and `scopes` fill its form in, as links of GitLab's clients do. */
export const TokenListPageParams = ListPageParams.extend({
  name: v4.optional(v4.text({ most: 255 })),
  scopes: v4.optional(v4.list(v4.text({ most: 255 }))),
});
