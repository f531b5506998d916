import { secretText } from '@hearth/contract-kit';
import { z } from 'zod';
import { ACCESS_TOKEN_SECONDS, type IssuedOAuthToken } from './issue.js';
import type { OAuthTokenRecord } from './tokens.store.js';

export const OAuthTokenView = z.strictObject({
  access_token: secretText(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  refresh_token: secretText().optional(),
  scope: z.string(),
  /** Seconds since 1970. */
  created_at: z.int(),
  id_token: secretText().optional(),
});

/** @param idToken only with the scope `openid` */
export function presentOAuthToken(issued: IssuedOAuthToken, idToken?: string): z.output<typeof OAuthTokenView> {
  return {
    access_token: issued.accessToken,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    ...(issued.refreshToken !== null && { refresh_token: issued.refreshToken }),
    scope: issued.scopes.join(' '),
    created_at: seconds(issued.createdAt),
    ...(idToken !== undefined && { id_token: idToken }),
  };
}

export const TokenInfoView = z.strictObject({
  resource_owner_id: z.int(),
  scopes: z.array(z.string()),
  expires_in_seconds: z.int(),
  application: z.strictObject({ uid: z.string().nullable() }),
  created_at: z.int(),
});

export function presentTokenInfo(token: OAuthTokenRecord, now: Date): z.output<typeof TokenInfoView> {
  return {
    resource_owner_id: token.userId,
    scopes: token.scopes,
    expires_in_seconds: seconds(token.expiresAt) - seconds(now),
    application: { uid: token.uid },
    created_at: seconds(token.createdAt),
  };
}

/** Introspection response (RFC 7662). */
export const IntrospectionView = z.union([
  z.strictObject({
    active: z.literal(true),
    scope: z.string(),
    client_id: z.string().nullable(),
    username: z.string(),
    sub: z.string(),
    token_type: z.literal('bearer').optional(),
    exp: z.int(),
    iat: z.int(),
  }),
  z.strictObject({ active: z.literal(false) }),
]);

/** @param token undefined when it is not live */
export function presentIntrospection(token: OAuthTokenRecord | undefined): z.output<typeof IntrospectionView> {
  if (!token) return { active: false };
  return {
    active: true,
    scope: token.scopes.join(' '),
    client_id: token.uid,
    username: token.username,
    sub: String(token.userId),
    ...(!token.isRefresh && { token_type: 'bearer' as const }),
    exp: seconds(token.endsAt),
    iat: seconds(token.createdAt),
  };
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}
