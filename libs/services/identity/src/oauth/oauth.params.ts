import { v4 } from '@hearth/http';
import { z } from 'zod';

const MOST = 8_192;
const Text = v4.optional(v4.text({ most: MOST }));

/** Authorization request (RFC 6749, 4.1.1 and 4.2.1; RFC 7636). */
export const AuthorizeParams = z.object({
  client_id: Text,
  redirect_uri: Text,
  response_type: Text,
  scope: Text,
  state: Text,
  code_challenge: Text,
  code_challenge_method: Text,
  /** OpenID Connect Core, 3.1.2.1. */
  nonce: Text,
  prompt: Text,
  max_age: Text,
  request: Text,
  request_uri: Text,
  /** OAuth 2.0 Multiple Response Type Encoding Practices, 2.1. */
  response_mode: Text,
});

/** Authorization request with the user's decision. */
export const DecideParams = AuthorizeParams.extend({ decision: v4.optional(v4.oneOf(['allow', 'deny'])) });

const Client = { client_id: Text, client_secret: Text };

/** Request to the token endpoint, for all grants. */
export const TokenParams = z.object({
  ...Client,
  grant_type: Text,
  code: Text,
  redirect_uri: Text,
  code_verifier: Text,
  refresh_token: Text,
  username: Text,
  password: Text,
  scope: Text,
});

export const AboutTokenParams = z.object({ ...Client, token: Text, token_type_hint: Text });

export const TokenInfoParams = z.object({ access_token: Text });
