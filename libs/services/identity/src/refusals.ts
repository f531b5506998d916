import { defineRefusal } from '@hearth/contract-kit';
import { DORMANT_DAYS } from './blocking/dormant.rules.js';
import type { DeployTokenFailures } from './deploy-tokens/deploy-token.rules.js';
import type { EmailFailures } from './emails/email.rules.js';
import type { SettingsFailures } from './settings/settings.rules.js';
import { presentSettingsFailures } from './settings/settings.view.js';
import type { GpgKeyFailures } from './gpg-keys/gpg-key.rules.js';
import type { StatusFailures } from './user-status/status.rules.js';
import type { SshKeyFailures } from './ssh-keys/ssh-key.rules.js';
import type { TokenFailures } from './tokens/token.rules.js';
import type { UserFailures } from './users/new-user.rules.js';
import { presentFailures } from './users/user.view.js';

export const EmailTaken = defineRefusal('email-taken', 409, { message: 'Email has already been taken' });
export const UsernameTaken = defineRefusal('username-taken', 409, { message: 'Username has already been taken' });

/** Invalid fields of a user, each with its failures. */
export const UserInvalid = defineRefusal<{ failures: UserFailures }>('user-invalid', 400, ({ failures }) => ({
  message: presentFailures(failures),
}));

/** Another user has the new username or address of a changed user. The documented status is 404; on creation it is 409. */
export const UserNamesTaken = defineRefusal<{ fields: readonly ('email' | 'username')[] }>(
  'user-names-taken',
  404,
  ({ fields }) => ({ message: Object.fromEntries(fields.map((field) => [field, ['has already been taken']])) }),
);

export const UsersNotListed = defineRefusal('users-not-listed', 403, {
  message: '403 Forbidden - Not authorized to access /api/v4/users',
});
export const LdapBlockedStays = defineRefusal('ldap-blocked-stays', 403, {
  message: '403 Forbidden - LDAP blocked users cannot be modified by the API',
});
export const LdapBlockedNotUnblocked = defineRefusal('ldap-blocked-not-unblocked', 403, {
  message: '403 Forbidden - LDAP blocked users cannot be unblocked by the API',
});
export const DeactivatedNotUnblocked = defineRefusal('deactivated-not-unblocked', 403, {
  message: '403 Forbidden - Deactivated users cannot be unblocked by the API',
});
export const BlockedNotActivated = defineRefusal('blocked-not-activated', 403, {
  message: '403 Forbidden - A blocked user must be unblocked to be activated',
});
export const BlockedNotDeactivated = defineRefusal('blocked-not-deactivated', 403, {
  message: '403 Forbidden - A blocked user cannot be deactivated by the API',
});
export const InternalNotDeactivated = defineRefusal('internal-not-deactivated', 403, {
  message: '403 Forbidden - An internal user cannot be deactivated by the API',
});
export const RecentlyActive = defineRefusal('recently-active', 403, {
  message: `403 Forbidden - The user you are trying to deactivate has been active in the past ${DORMANT_DAYS} days and cannot be deactivated`,
});
/** The action does not apply to users in this state. */
export const UserStateRefused = defineRefusal<{ action: 'ban' | 'unban'; state: string }>(
  'user-state-refused',
  403,
  ({ action, state }) => ({ message: `You cannot ${action} ${state} users.` }),
);
/** The instance would be left without an active admin. */
export const LastAdmin = defineRefusal('last-admin', 403, {
  message: '403 Forbidden - The last active administrator cannot be blocked, banned, deactivated, demoted or deleted',
});
export const TwoFactorNotEnabled = defineRefusal('two-factor-not-enabled', 400, {
  message: '400 Bad request - Two-factor authentication is not enabled for this user',
});
export const TwoFactorOfAdminStays = defineRefusal('two-factor-of-admin-stays', 403, {
  message: '403 Forbidden - Two-factor authentication for admins cannot be disabled via the API',
});
export const AvatarNotFound = defineRefusal('avatar-not-found', 404, { message: '404 Not Found' });

export const IdentityNotFound = defineRefusal('identity-not-found', 404, { message: '404 Identity Not Found' });

export const ImpersonationTokenNotFound = defineRefusal('impersonation-token-not-found', 404, {
  message: '404 Impersonation Token Not Found',
});
export const TokenNotFound = defineRefusal('token-not-found', 404, { message: '404 Not Found' });

export const TokenRevoked = defineRefusal('token-revoked', 400, { message: '400 Bad request - token already revoked' });

export const AccessTokenNotFound = defineRefusal('access-token-not-found', 404, {
  message: '404 Access Token Not Found',
});
export const AccessLevelTooHigh = defineRefusal('access-level-too-high', 400, {
  message:
    '400 Bad request - Access level of the token cannot be greater than the access level of the user who created the token',
});

/** The request is not authenticated by a personal or impersonation token. */
export const NoPersonalToken = defineRefusal('no-personal-token', 400, {
  message: '400 Bad request - This endpoint requires token type to be a personal access token',
});

/** Invalid name or scopes of a token. */
export const TokenInvalid = defineRefusal<{ failures: TokenFailures }>('token-invalid', 400, ({ failures }) => ({
  message: { ...failures },
}));

function oauthError(status: number, error: string, description: string, headers?: Record<string, string>) {
  return defineRefusal(
    `oauth-${error.replaceAll('_', '-')}`,
    status,
    { error, error_description: description },
    { 'cache-control': 'no-store', pragma: 'no-cache', ...headers },
  );
}

/** Errors of the token, revocation and introspection endpoints (RFC 6749, 5.2). */
export const OAuthRequestInvalid = oauthError(
  400,
  'invalid_request',
  'The request is missing a required parameter, includes an unsupported parameter value, or is otherwise malformed.',
);
export const OAuthClientInvalid = oauthError(
  401,
  'invalid_client',
  'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
  { 'www-authenticate': 'Basic realm="Hearth"' },
);
export const OAuthGrantInvalid = oauthError(
  400,
  'invalid_grant',
  'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
);
export const OAuthScopeInvalid = oauthError(
  400,
  'invalid_scope',
  'The requested scope is invalid, unknown, or malformed.',
);
export const OAuthGrantTypeUnsupported = oauthError(
  400,
  'unsupported_grant_type',
  'The authorization grant type is not supported by the authorization server.',
);
/** The owner of the application has turned this grant off. */
export const OAuthClientUnauthorized = oauthError(
  400,
  'unauthorized_client',
  'The client is not authorized to use this authorization grant type.',
);
const INVALID_TOKEN = 'The access token is missing, unknown, expired or revoked.';
export const OAuthTokenInvalid = oauthError(401, 'invalid_token', INVALID_TOKEN, {
  'www-authenticate': `Bearer realm="Protected by OAuth 2.0", error="invalid_token", error_description="${INVALID_TOKEN}"`,
});
/** The token does not have the scope `openid`. */
export const OpenIdScopeMissing = defineRefusal('openid-scope-missing', 403, {
  error: 'insufficient_scope',
  error_description: 'The request requires higher privileges than provided by the access token.',
  scope: 'openid',
});
/** The password is right, but two-factor authentication requires a code, which this grant cannot ask for. */
export const OAuthPasswordRefused = defineRefusal('oauth-password-refused', 400, {
  error: 'invalid_grant',
  error_description:
    'Two-factor authentication is enabled for this account: use a personal access token in place of the password.',
});
/** Too many passwords were wrong. */
export const OAuthSignInLimited = oauthError(429, 'temporarily_unavailable', 'Retry later', { 'retry-after': '60' });

/** Invalid settings of the instance, each with its failures. */
export const SettingsInvalid = defineRefusal<{ failures: SettingsFailures }>(
  'settings-invalid',
  400,
  ({ failures }) => ({ message: presentSettingsFailures(failures) }),
);

export const GpgKeyNotFound = defineRefusal('gpg-key-not-found', 404, { message: '404 GPG Key Not Found' });

/** Invalid GPG key, or a key that a user has. */
export const GpgKeyInvalid = defineRefusal<{ failures: GpgKeyFailures }>('gpg-key-invalid', 400, ({ failures }) => ({
  message: failures,
}));

export const SshKeyNotFound = defineRefusal('ssh-key-not-found', 404, { message: '404 Key Not Found' });

/** Invalid status of a user. */
export const UserStatusInvalid = defineRefusal<{ failures: StatusFailures }>(
  'user-status-invalid',
  400,
  ({ failures }) => ({ message: failures }),
);

/** A malformed fingerprint, or an MD5: keys are found by their SHA-256. */
export const FingerprintInvalid = defineRefusal('fingerprint-invalid', 400, {
  message: '400 Bad request - Failed to return the key',
});

/** Invalid title or SSH key, or a key that a user has. */
export const SshKeyInvalid = defineRefusal<{ failures: SshKeyFailures }>('ssh-key-invalid', 400, ({ failures }) => ({
  message: { ...failures },
}));

/** The project or group is not in the allowlist of job tokens. */
export const NotAllowed = defineRefusal('job-token-not-allowed', 404, { message: '404 Not Found' });
export const AllowedAlready = defineRefusal<{ kind: 'project' | 'group' }>(
  'job-token-allowed-already',
  400,
  ({ kind }) => ({ message: `400 Bad request - This ${kind} is already in the job token allowlist` }),
);
export const AllowlistFull = defineRefusal<{ most: number }>('job-token-allowlist-full', 400, ({ most }) => ({
  message: `400 Bad request - A job token allowlist has at most ${most} entries`,
}));

export const DeployTokenNotFound = defineRefusal('deploy-token-not-found', 404, {
  message: '404 Deploy Token Not Found',
});

/** Invalid name, username or scopes of a deploy token. */
export const DeployTokenInvalid = defineRefusal<{ failures: DeployTokenFailures }>(
  'deploy-token-invalid',
  400,
  ({ failures }) => ({ message: { ...failures } }),
);

export const DeployKeyNotFound = defineRefusal('deploy-key-not-found', 404, { message: '404 Deploy Key Not Found' });

/** Invalid deploy key of a project, or one that a user or a project of others has. */
export const ProjectDeployKeyInvalid = defineRefusal<{ failures: SshKeyFailures }>(
  'deploy-key-invalid',
  400,
  ({ failures }) => ({
    message: Object.fromEntries(Object.entries(failures).map(([field, texts]) => [`deploy_key.${field}`, texts])),
  }),
);

export const EmailNotFound = defineRefusal('email-not-found', 404, { message: '404 Email Not Found' });

/** Invalid address, or an address that a user has. */
export const EmailInvalid = defineRefusal<{ failures: EmailFailures }>('email-invalid', 400, ({ failures }) => ({
  message: { ...failures },
}));

/** The token of a confirmation mail is unknown, used or expired. */
export const ConfirmationInvalid = defineRefusal('confirmation-invalid', 404, { message: '404 Not Found' });
