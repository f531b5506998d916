import { defineRefusal } from '@hearth/contract-kit';
import type { UserFailures } from './users/new-user.rules.js';
import { presentFailures } from './users/user.view.js';

export const EmailTaken = defineRefusal('email-taken', 409, { message: 'Email has already been taken' });
export const UsernameTaken = defineRefusal('username-taken', 409, { message: 'Username has already been taken' });

/** Fields that a user may not have, each with what is wrong with it. */
export const UserInvalid = defineRefusal<{ failures: UserFailures }>('user-invalid', 400, ({ failures }) => ({
  message: presentFailures(failures),
}));
