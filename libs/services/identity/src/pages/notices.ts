import { v4 } from '@hearth/http';

/** Notices about the previous form, by the value of the page's parameter `done`. */
const NOTICES = {
  added: 'Added.',
  blocked: 'Blocked.',
  confirm: 'Added. It counts once it is confirmed.',
  'confirm-main': 'Saved. The new address takes the place of the old one once it is confirmed.',
  deleted: 'Deleted.',
  revoked: 'Revoked.',
  saved: 'Saved.',
  shown: 'It was shown once, and is not shown again.',
  sent: 'A mail is on its way.',
  'two-factor-off': 'Two-factor authentication is off.',
  unblocked: 'Unblocked.',
  ended: 'Signed out there.',
  password: 'Your password was changed. Sign in with the new one.',
} as const;

export type Notice = keyof typeof NOTICES;

/** Parameter of pages to which forms redirect. Unknown values are ignored. */
export const done = v4.optional(v4.oneOf(Object.keys(NOTICES) as [Notice, ...Notice[]])).catch(undefined);

export function noticeOf(word: Notice | undefined): string | null {
  return word === undefined ? null : NOTICES[word];
}

/** Returns the path of a page with a notice. */
export function withNotice(path: string, word: Notice): string {
  return `${path}?done=${word}`;
}
