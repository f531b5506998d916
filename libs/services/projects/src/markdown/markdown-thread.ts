import MarkdownIt from 'markdown-it';

// Program of the threads of MarkdownThreads.

/** HTML in a text is shown as it is written; addresses of scripts are no links. */
const markdown = new MarkdownIt({ html: false, linkify: true });

/** Renders a text in Markdown to HTML. */
export function render(text: string): string {
  return markdown.render(text);
}
