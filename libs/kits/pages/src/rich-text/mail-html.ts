import sanitizeHtml from 'sanitize-html';

const FRAMED = 'border:1px solid #ded9d1;padding:4px 8px';
/** Mail programs ignore style sheets and classes, so elements carry their styles. */
const STYLES: Readonly<Record<string, string>> = {
  blockquote: 'margin:0 0 16px;padding-left:12px;border-left:3px solid #ded9d1;color:#5d5850',
  code: 'font-family:ui-monospace,Consolas,monospace;font-size:14px',
  pre: 'padding:12px;background:#f7f5f2;white-space:pre-wrap;overflow-wrap:anywhere',
  table: 'border-collapse:collapse',
  td: FRAMED,
  th: FRAMED,
};

/**
 * Turns the HTML of a rendered text into that of a mail: links are absolute, styles stand on the elements, and nothing is loaded from elsewhere, so
 * that no author learns who reads a mail, and when. A picture becomes a link to it, the box of a task a sign.
 * @param html as `renderMarkdown` returns it
 * @param page absolute address of the page that shows the text
 */
export function mailHtml(html: string, page: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...sanitizeHtml.defaults.allowedTags, 'del', 'ins', 'details', 'summary'],
    allowedAttributes: {
      a: ['href', 'title'],
      ol: ['start'],
      td: ['colspan', 'rowspan'],
      '*': ['align', 'style'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    // Every style is one of the above: the `*` below replaces those of authors.
    parseStyleAttributes: false,
    transformTags: {
      a: (tagName, { href, ...rest }) => ({ tagName, attribs: { ...rest, ...linkTo(href, page) } }),
      img: (_, { src, alt }) => ({ tagName: 'a', attribs: linkTo(src, page), text: alt || 'Picture' }),
      input: (_, { checked }) => ({ tagName: 'span', attribs: {}, text: checked === undefined ? '☐' : '☑' }),
      '*': (tagName, { style: _, ...attribs }) => ({ tagName, attribs: { ...attribs, ...styleOf(tagName) } }),
    },
  });
}

function linkTo(address: string | undefined, page: string): sanitizeHtml.Attributes {
  const url = address === undefined ? null : URL.parse(address, page);
  return url === null ? {} : { href: url.href };
}

function styleOf(tagName: string): sanitizeHtml.Attributes {
  const style = STYLES[tagName];
  return style === undefined ? {} : { style };
}
