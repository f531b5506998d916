import type { Unsubscription } from './unsubscribe-links.js';

/** Mails that a link ends. */
export type EndedMails = 'all' | 'project' | 'commit';

/** Data of the pages of the link in mails. */
export interface UnsubscribePageData {
  readonly unsubscribe: { readonly title: string; readonly scope: EndedMails; readonly token: string };
  readonly unsubscribed: { readonly title: string; readonly scope: EndedMails };
}

export function scopeOf({ projectId, commitId }: Unsubscription): EndedMails {
  if (projectId === null) return 'all';
  return commitId === undefined ? 'project' : 'commit';
}
