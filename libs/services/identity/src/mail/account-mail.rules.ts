/** Mail to one user. */
export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  /** The same as HTML; without it, that of the paragraphs. */
  readonly html?: string | undefined;
  readonly paragraphs?: readonly Paragraph[];
  /** Name that is shown as the sender, at the address of Hearth. */
  readonly sender?: string;
  readonly messageId?: string;
  readonly inReplyTo?: string;
  readonly references?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A text, or a link: its address in text, a button in HTML. */
export type Paragraph = string | { readonly label: string; readonly url: string };

/** Returns a mail about an account, which begins with a greeting. */
export function accountMail(to: Mail['to'], subject: string, contents: readonly Paragraph[]): Mail {
  const paragraphs = [greeting(to.name), ...contents];
  const text = paragraphs.map((each) => (typeof each === 'string' ? each : each.url)).join('\n\n');
  return { to, subject, text, paragraphs };
}

/** Returns the first line of a mail. Line breaks of the name are removed, so that it cannot forge further text. */
function greeting(name: string): string {
  return name === '' ? 'Hello,' : `Hello ${name.replaceAll(/\s+/g, ' ')},`;
}
