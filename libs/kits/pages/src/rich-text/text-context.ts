/** Place of a text in Markdown: what its references and relative addresses lead to. */
export interface TextContext {
  /** Full path of its project; without one `#1` and `!1` stay text. */
  readonly project?: string;
  /** Of a file in a repository: its ref and its folder, to which relative addresses belong. */
  readonly file?: { readonly ref: string; readonly folder: string };
}
