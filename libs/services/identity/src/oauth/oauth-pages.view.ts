/** Data of the pages of consent. */
export interface OAuthPageData {
  readonly consent: {
    readonly title: string;
    readonly name: string;
    readonly confidential: boolean;
    readonly returnsTo: string;
    readonly scopes: readonly { readonly scope: string; readonly text: string }[];
    /** Names and values of the request, sent again with the decision. */
    readonly fields: readonly (readonly [string, string])[];
  };
  readonly 'unknown-client': { readonly title: string };
}
