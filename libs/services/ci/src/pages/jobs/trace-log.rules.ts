import { styledLine } from './ansi.rules.js';

/** Number and colours with which the next line of a trace begins. */
export interface TraceState {
  readonly line: number;
  /** Parameters of a control sequence for colours. */
  readonly style: string;
}

/** HTML of lines; the beginning of a section, whose element stays open; or the name of a section that ends. */
export type TracePiece = readonly ['lines' | 'open' | 'close', string];

export interface TraceLog extends TraceState {
  readonly pieces: readonly TracePiece[];
}

/** Marks of sections that runners write: `section_start:1700000000:name[collapsed=true]`. The header follows in the same line. */
const MARK = new RegExp(
  `section_(start|end):\\d{1,12}:([\\w.-]{1,255})(\\[[\\w=,]*\\])?\\r(?:${String.fromCharCode(27)}\\[0K)?`,
  'g',
);

/** Renders complete lines of a trace. */
export function renderTrace(text: string, from: TraceState): TraceLog {
  const log = new Log(from);
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const line of lines) log.add(line);
  return log.end();
}

class Log {
  private readonly pieces: TracePiece[] = [];
  private lines: string[] = [];
  private line: number;
  private style: string;

  constructor(from: TraceState) {
    this.line = from.line;
    this.style = from.style;
  }

  add(line: string): void {
    const marks = [...line.matchAll(MARK)];
    const before = line.slice(0, marks[0]?.index);
    if (marks.length === 0 || before !== '') this.write(before);
    marks.forEach((mark, place) => {
      const [all, edge, name = '', options] = mark;
      const rest = line.slice(mark.index + all.length, marks[place + 1]?.index);
      if (edge === 'start') return this.open(name, options, rest);
      this.push('close', name);
      if (isText(rest)) this.write(rest);
    });
  }

  end(): TraceLog {
    this.flush();
    return { pieces: this.pieces, line: this.line, style: this.style };
  }

  private write(text: string): void {
    const at = `L${this.line}`;
    const html = this.styled(text);
    this.lines.push(`<div class="trace-line" id="${at}"><a href="#${at}">${this.line}</a><span>${html}</span></div>`);
    this.line += 1;
  }

  private open(name: string, options: string | undefined, header: string): void {
    const shown = options?.includes('collapsed=true') ? '' : ' open';
    const title = isText(header) ? this.styled(header) : name;
    const summary = `<summary id="L${this.line}"><span class="trace-number">${this.line}</span><span>${title}</span></summary>`;
    this.line += 1;
    this.push('open', `<details class="trace-section" data-section="${name}"${shown}>${summary}`);
  }

  /** Renders the text after the last carriage return: it replaces the text before. */
  private styled(text: string): string {
    const visible = withoutReturns(text);
    const { html, style } = styledLine(visible.slice(visible.lastIndexOf('\r') + 1), this.style);
    this.style = style;
    return html;
  }

  private push(...piece: TracePiece): void {
    this.flush();
    this.pieces.push(piece);
  }

  private flush(): void {
    if (this.lines.length > 0) this.pieces.push(['lines', this.lines.join('')]);
    this.lines = [];
  }
}

function isText(text: string): boolean {
  return withoutReturns(text) !== '';
}

/** Returns a text without carriage returns at its end, in linear time. */
function withoutReturns(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\r') end -= 1;
  return text.slice(0, end);
}

/**
 * Returns the HTML of a whole trace. Sections that end within other ones end these; ends without a beginning are ignored. Sections that have not
 * ended are marked with `data-running`: new lines belong to the innermost of them.
 */
export function traceHtml(pieces: readonly TracePiece[]): string {
  const html: string[] = [];
  const open: { name: string; place: number }[] = [];
  for (const [kind, text] of pieces) {
    if (kind !== 'close') html.push(text);
    if (kind === 'open') open.push({ name: /data-section="([^"]*)"/.exec(text)![1]!, place: html.length - 1 });
    if (kind !== 'close' || !open.some(({ name }) => name === text)) continue;
    for (let closed; closed !== text;) {
      closed = open.pop()!.name;
      html.push('</details>');
    }
  }
  for (const { place } of open) html[place] = html[place]!.replace('<details ', '<details data-running ');
  return html.join('') + '</details>'.repeat(open.length);
}

const LINE_FEED = 10;

/**
 * Returns the complete lines of a part of a trace.
 * @param isFromMiddle whether the part may begin within a line
 * @param isAll whether the last line is complete without a line feed
 * @param mostLines the last of them
 * @returns their bytes and the offset after them, relative to the part; whether lines at the beginning are missing
 */
export function completeLines(
  content: Buffer,
  { isFromMiddle, isAll, mostLines }: { isFromMiddle: boolean; isAll: boolean; mostLines: number },
): { readonly lines: Buffer; readonly end: number; readonly isCut: boolean } {
  const end = isAll ? content.length : content.lastIndexOf(LINE_FEED) + 1;
  const first = isFromMiddle ? content.indexOf(LINE_FEED) + 1 : 0;
  let start = end;
  for (let count = 0; count < mostLines && start > first; count += 1)
    start = start < 2 ? 0 : content.lastIndexOf(LINE_FEED, start - 2) + 1;
  start = Math.max(first, start);
  return { lines: content.subarray(start, Math.max(start, end)), end, isCut: isFromMiddle || start > first };
}
