import { defineRefusal } from '@hearth/contract-kit';
import type { SettingsFailures } from './settings/settings.rules.js';
import { presentSettingsFailures } from './settings/settings.view.js';
import type { TokenFailures } from './tokens/token.rules.js';
import type { UserFailures } from './users/new-user.rules.js';
import { presentFailures } from './users/user.view.js';

export const EmailTaken = defineRefusal('email-taken', 409, { message: 'Email has already been taken' });
export const UsernameTaken = defineRefusal('username-taken', 409, { message: 'Username has already been taken' });

/** Fields that a user may not have, each with what is wrong with it. */
export const UserInvalid = defineRefusal<{ failures: UserFailures }>('user-invalid', 400, ({ failures }) => ({
  message: presentFailures(failures),
}));

/** Names that another user has, when a user is changed. The documentation wants a 404 here, where creating answers 409. */
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
export const AvatarNotFound = defineRefusal('avatar-not-found', 404, { message: '404 Not Found' });

export const ImpersonationTokenNotFound = defineRefusal('impersonation-token-not-found', 404, {
  message: '404 Impersonation Token Not Found',
});
export const TokenNotFound = defineRefusal('token-not-found', 404, { message: '404 Not Found' });

/** The request came with something else than a token that has a record. */
export const NoPersonalToken = defineRefusal('no-personal-token', 400, {
  message: '400 Bad request - This endpoint requires token type to be a personal access token',
});

/** A name or scopes that a token may not have. */
export const TokenInvalid = defineRefusal<{ failures: TokenFailures }>('token-invalid', 400, ({ failures }) => ({
  message: { ...failures },
}));

export const CustomAttributeNotFound = defineRefusal('custom-attribute-not-found', 404, { message: '404 Not found' });

/** Settings that the instance may not have, each with what is wrong with it. */
export const SettingsInvalid = defineRefusal<{ failures: SettingsFailures }>(
  'settings-invalid',
  400,
  ({ failures }) => ({ message: presentSettingsFailures(failures) }),
);
