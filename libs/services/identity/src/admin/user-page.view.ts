import type { AdminPageData } from './admin-pages.view.js';
import type { UserRecord } from '../users/user.entity.js';

type Listed = AdminPageData['admin-users']['users'][number];
type Shown = Omit<AdminPageData['admin-user'], 'title' | 'notice'>;

/** Presents a user in the admins' list. */
export function presentListedUser(user: UserRecord): Listed {
  const { id, username, name, email, admin, state } = user;
  return { id, username, name, email, admin, state, unconfirmed: unconfirmedOf(user, [])[0] ?? null };
}

/**
 * Presents the page of one user.
 * @param emails unconfirmed addresses beside the main one
 * @param caller the admin's id, and whether the instance sends mail: otherwise admins pass links on to the user
 */
export function presentUserPage(
  user: UserRecord,
  emails: readonly string[],
  { callerId, mails }: { callerId: number; mails: boolean },
): Shown {
  const { id, username, name, email, admin, external, state, twoFactorEnabled } = user;
  return {
    ...{ id, username, name, email, admin, external, state, twoFactorEnabled },
    confirmed: user.confirmedAt !== null,
    createdAt: user.createdAt,
    signedInAt: user.currentSignInAt,
    action: actionOn(user, callerId),
    unconfirmed: unconfirmedOf(user, emails),
    hands: !mails && state === 'active' && !user.ghost,
  };
}

/** Returns a user's unconfirmed addresses: the main one, the requested new main one, and those beside it. */
export function unconfirmedOf(
  { email, confirmedAt, unconfirmedEmail }: UserRecord,
  beside: readonly string[],
): readonly string[] {
  return [
    ...(unconfirmedEmail === null ? [] : [unconfirmedEmail]),
    ...(confirmedAt === null ? [email] : []),
    ...beside.filter((each) => each.toLowerCase() !== unconfirmedEmail?.toLowerCase()),
  ];
}

/** Returns the action for a user; null for the caller, the ghost and users that a directory blocked: only the directory unblocks those. */
function actionOn({ id, state, ghost }: UserRecord, callerId: number): 'block' | 'unblock' | null {
  if (ghost || id === callerId) return null;
  if (state === 'active') return 'block';
  return state === 'blocked' ? 'unblock' : null;
}
