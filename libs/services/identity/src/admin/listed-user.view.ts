import type { UserRecord } from '../users/user.entity.js';
import type { AdminPageData } from '../pages/admin-templates.js';

/** A user in the list of admins. @param askerId who looks: nobody blocks themselves */
export function presentListedUser(user: UserRecord, askerId: number): AdminPageData['admin-users']['users'][number] {
  const { id, username, name, email, admin, state } = user;
  return { id, username, name, email, admin, state, action: actionOn(user, askerId), unconfirmed: unconfirmedOf(user) };
}

/** The address of a user that waits for its confirmation; null where none does. */
export function unconfirmedOf({ email, confirmedAt, unconfirmedEmail }: UserRecord): string | null {
  return unconfirmedEmail ?? (confirmedAt === null ? email : null);
}

/** Whom a directory has blocked only it lets in again. */
function actionOn({ id, state, ghost }: UserRecord, askerId: number): 'block' | 'unblock' | null {
  if (ghost || id === askerId) return null;
  if (state === 'active') return 'block';
  return state === 'blocked' ? 'unblock' : null;
}
