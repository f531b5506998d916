import { defineNotices } from '@hearth/pages';
import { v4 } from '@hearth/http';
import { z } from 'zod';

/** Notices about previous forms. */
const notices = defineNotices({
  added: 'Added.',
  blocked: 'Blocked.',
  confirm: 'Added. It counts once it is confirmed.',
  'confirm-main': 'Saved. The new address takes the place of the old one once it is confirmed.',
  deleted: 'Deleted.',
  linked: 'Linked. You can sign in there from now on.',
  revoked: 'Revoked.',
  saved: 'Saved.',
  shown: 'It was shown once, and is not shown again.',
  sent: 'A mail is on its way.',
  'two-factor-off': 'Two-factor authentication is off.',
  unblocked: 'Unblocked.',
  unlinked: 'Unlinked.',
  ended: 'Signed out there.',
  password: 'Your password was changed. Sign in with the new one.',
});

export const { done, noticeOf, withNotice } = notices;

export type Notice = NonNullable<z.output<typeof done>>;

/** Parameters of a page with a list. Its forms redirect back to it. */
export const ListPageParams = z.object({ page: v4.page.page, done });
