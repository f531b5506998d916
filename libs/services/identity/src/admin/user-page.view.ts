import type { AdminPageData } from '../pages/admin-templates.js';
import type { UserRecord } from '../users/user.entity.js';

type Listed = AdminPageData['admin-users']['users'][number];
type Shown = Omit<AdminPageData['admin-user'], 'title' | 'notice'>;

/** A user in the list of admins. */
export function presentListedUser(user: UserRecord): Listed {
  const { id, username, name, email, admin, state } = user;
  return { id, username, name, email, admin, state, unconfirmed: unconfirmedOf(user, [])[0] ?? null };
}

/**
 * The page of one user.
 * @param emails addresses beside the main one that are not confirmed
 * @param asker who looks, and whether the instance sends mail: without it admins hand the links on
 */
export function presentUserPage(
  user: UserRecord,
  emails: readonly string[],
  { askerId, mails }: { askerId: number; mails: boolean },
): Shown {
  const { id, username, name, email, admin, external, state, twoFactorEnabled } = user;
  return {
    ...{ id, username, name, email, admin, external, state, twoFactorEnabled },
    confirmed: user.confirmedAt !== null,
    createdAt: user.createdAt,
    signedInAt: user.currentSignInAt,
    action: actionOn(user, askerId),
    unconfirmed: unconfirmedOf(user, emails),
    hands: !mails && state === 'active' && !user.ghost,
  };
}

/** The addresses of a user that wait for their confirmation: the main one, the one that is to be, and those beside it. */
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

/** Nothing to oneself, and to who is no ordinary user; whom a directory has blocked only it lets in again. */
function actionOn({ id, state, ghost }: UserRecord, askerId: number): 'block' | 'unblock' | null {
  if (ghost || id === askerId) return null;
  if (state === 'active') return 'block';
  return state === 'blocked' ? 'unblock' : null;
}
