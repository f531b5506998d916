import { defineRefusal, type RefusalDefinition } from '@hearth/contract-kit';
import { Unauthorized, UserBlocked } from '@hearth/http';
import type { FailedOutcome } from './authenticator.js';

function invalidToken(code: string, description: string) {
  return defineRefusal(
    code,
    401,
    { error: 'invalid_token', error_description: description },
    {
      'www-authenticate': `Bearer realm="Protected by OAuth 2.0", error="invalid_token", error_description="${description}"`,
    },
  );
}

const TokenExpired = invalidToken(
  'token-expired',
  'Token is expired. You can either do re-authorization or token refresh.',
);
const TokenRevoked = invalidToken('token-revoked', 'Token was revoked. You have to re-authorize from the user.');

export const TwoTokens = defineRefusal('two-tokens', 400, {
  error: 'invalid_request',
  error_description: 'Both Authorization header and payload includes access token.',
});

/** In words that git's users see, too. */
export const READ_ONLY =
  'The repository is read-only: the storage that takes its writes cannot be reached, and its copies lack changes.';

/** Nothing takes the writes of the repository. */
export const RepositoryReadOnly = defineRefusal(
  'repository-read-only',
  503,
  { message: READ_ONLY },
  { 'retry-after': '30' },
);

/** Answer of the API to an invalid credential. */
export const credentialRefusals: Record<FailedOutcome, RefusalDefinition> = {
  unknown: Unauthorized,
  expired: TokenExpired,
  revoked: TokenRevoked,
  blocked: UserBlocked,
  'second-factor': Unauthorized,
};
