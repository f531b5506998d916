/** Place of a text in Markdown: what its references and relative addresses lead to. */
export interface TextContext {
  /** Full path of its project; without one `#1` and `!1` stay text. */
  readonly project?: string;
  /** Whether the tasks of the first text are buttons of the form `tasks`, with the numbers of their lines, from 0 on. */
  readonly tasks?: boolean;
  /** Of a file in a repository: its ref and its folder, to which relative addresses belong. */
  readonly file?: { readonly ref: string; readonly folder: string };
  /** Absolute address of the page that shows the text, for its HTML in a mail. */
  readonly mailOf?: string;
}
