import type { JWK } from 'jose';
import { z } from 'zod';
import { OAUTH_SCOPES } from '../applications/application.rules.js';
import type { UserRecord } from '../users/user.entity.js';
import { presentBasicUser } from '../users/user.view.js';
import { PROMPTS } from './sign-in-request.rules.js';

const Words = z.array(z.string());

/** Metadata of this server for clients (OpenID Connect Discovery, 3; RFC 8414). */
export const DiscoveryView = z.strictObject({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  revocation_endpoint: z.url(),
  introspection_endpoint: z.url(),
  userinfo_endpoint: z.url(),
  jwks_uri: z.url(),
  scopes_supported: Words,
  response_types_supported: Words,
  response_modes_supported: Words,
  grant_types_supported: Words,
  token_endpoint_auth_methods_supported: Words,
  subject_types_supported: Words,
  id_token_signing_alg_values_supported: Words,
  claim_types_supported: Words,
  claims_supported: Words,
  code_challenge_methods_supported: Words,
  prompt_values_supported: Words,
  authorization_response_iss_parameter_supported: z.boolean(),
  claims_parameter_supported: z.boolean(),
  request_parameter_supported: z.boolean(),
  request_uri_parameter_supported: z.boolean(),
});

const CLAIMS = ['sub', 'name', 'nickname', 'preferred_username', 'website', 'profile', 'picture'];
/** Claims of the id_tokens of CI jobs that policies of other systems mostly compare. */
const JOB_CLAIMS = ['project_path', 'ci_config_ref_uri', 'ref_path', 'sha', 'environment', 'jti'];

/** @param grants states of the grants that an admin can turn off */
export function presentDiscovery(
  baseUrl: string,
  grants: { readonly oauthImplicitGrantEnabled: boolean; readonly oauthPasswordGrantEnabled: boolean },
): z.output<typeof DiscoveryView> {
  const { oauthImplicitGrantEnabled: implicit, oauthPasswordGrantEnabled: password } = grants;
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    introspection_endpoint: `${baseUrl}/oauth/introspect`,
    userinfo_endpoint: `${baseUrl}/oauth/userinfo`,
    jwks_uri: `${baseUrl}/oauth/discovery/keys`,
    scopes_supported: [...OAUTH_SCOPES],
    response_types_supported: ['code', ...(implicit ? ['token'] : [])],
    response_modes_supported: ['query', 'fragment'],
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      ...(implicit ? ['implicit'] : []),
      ...(password ? ['password'] : []),
    ],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    claim_types_supported: ['normal'],
    claims_supported: [
      ...['iss', 'aud', 'exp', 'iat', 'nonce', 'auth_time', ...CLAIMS, 'email', 'email_verified'],
      ...JOB_CLAIMS,
    ],
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: PROMPTS,
    authorization_response_iss_parameter_supported: true,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}

/** Public keys (RFC 7517). */
export const KeysView = z.strictObject({
  keys: z.array(
    z.strictObject({
      kty: z.literal('RSA'),
      n: z.string(),
      e: z.string(),
      kid: z.string(),
      use: z.literal('sig'),
      alg: z.literal('RS256'),
    }),
  ),
});

export function presentKeys(keys: readonly JWK[]): z.output<typeof KeysView> {
  return {
    keys: keys.map(({ n, e, kid }) => ({ kty: 'RSA', n: n!, e: e!, kid: kid!, use: 'sig', alg: 'RS256' })),
  };
}

/** Claims about a user. As in the API, public fields need no scope; the address needs `email`. */
export const UserInfoView = z.strictObject({
  sub: z.string(),
  name: z.string(),
  nickname: z.string(),
  preferred_username: z.string(),
  website: z.string().optional(),
  profile: z.url(),
  picture: z.url().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
});

/** @param baseUrl scheme, host and port that the client used */
export function presentUserInfo(
  user: UserRecord,
  scopes: readonly string[],
  baseUrl: string,
): z.output<typeof UserInfoView> {
  const { name, username, web_url: profile, avatar_url: picture } = presentBasicUser(user, baseUrl);
  return {
    sub: String(user.id),
    name,
    nickname: username,
    preferred_username: username,
    ...(user.websiteUrl !== '' && { website: user.websiteUrl }),
    profile,
    ...(picture !== null && { picture }),
    ...(scopes.includes('email') && { email: user.email, email_verified: user.confirmedAt !== null }),
  };
}
