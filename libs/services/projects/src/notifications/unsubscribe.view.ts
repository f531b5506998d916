/** Data of the pages of the link in mails. */
export interface UnsubscribePageData {
  readonly unsubscribe: { readonly title: string; readonly all: boolean; readonly token: string };
  readonly unsubscribed: { readonly title: string; readonly all: boolean };
}
