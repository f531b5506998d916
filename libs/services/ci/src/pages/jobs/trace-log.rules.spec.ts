import { completeLines, renderTrace, traceHtml } from './trace-log.rules.js';

const ESC = '\u001b';
const start = (name: string, options = '') => `section_start:1700000000:${name}${options}\r${ESC}[0K`;
const end = (name: string) => `section_end:1700000001:${name}\r${ESC}[0K`;
const html = (text: string) => traceHtml(renderTrace(text, { line: 1, style: '' }).pieces);
const line = (number: number, text: string) =>
  `<div class="trace-line" id="L${number}"><a href="#L${number}">${number}</a><span>${text}</span></div>`;

describe('a trace', () => {
  it('has numbered, escaped lines', () => {
    expect(html('a\n\n<script>alert(1)</script>\r\n')).toBe(
      line(1, 'a') + line(2, '') + line(3, '&lt;script&gt;alert(1)&lt;/script&gt;'),
    );
    expect(html('')).toBe('');
  });

  it('shows what follows a carriage return in place of what was before it', () => {
    expect(html('10 %\r50 %\r100 %\r\r\n')).toBe(line(1, '100 %'));
  });

  it('has sections, which may be within others and folded', () => {
    const text = `${start('a')}Get ${ESC}[1m<x>${ESC}[0m\none\n${start('b', '[collapsed=true]')}\ntwo\n${end('b')}${end('a')}three\n`;
    expect(html(text)).toBe(
      `<details class="trace-section" data-section="a" open><summary id="L1"><span class="trace-number">1</span><span>Get <span class="ansi-bold">&lt;x&gt;</span></span></summary>${line(
        2,
        'one',
      )}<details class="trace-section" data-section="b"><summary id="L3"><span class="trace-number">3</span><span>b</span></summary>${line(
        4,
        'two',
      )}</details></details>${line(5, 'three')}`,
    );
  });

  it.each([
    ['an end without a beginning', `${end('a')}\nx\n`, 0],
    ['a section that has not ended', `${start('a')}A\nx\n`, 1],
    ['sections that end in the wrong order', `${start('a')}A\n${start('b')}B\n${end('a')}\n${end('b')}\n`, 2],
    ['a mark with a hostile name', 'section_start:1:<img src=x>\rA\n', 0],
  ])('is balanced with %s', (_case, text, sections) => {
    const text_ = html(text);
    expect([text_.match(/<details/g)?.length ?? 0, text_.match(/<\/details>/g)?.length ?? 0]).toEqual([
      sections,
      sections,
    ]);
    expect(text_).not.toContain('<img');
  });

  it('marks the sections that have not ended', () => {
    const text = html(`${start('a')}A\n${start('b')}B\n${end('b')}\n${start('c')}C\n`);
    expect(text.match(/data-running class="trace-section" data-section="\w"/g)).toEqual([
      'data-running class="trace-section" data-section="a"',
      'data-running class="trace-section" data-section="c"',
    ]);
  });

  it('is the same in one piece and in several', () => {
    const [first, second] = [`${start('a')}A\n${ESC}[31mone\n`, `two\n${end('a')}\nthree\n`];
    const before = renderTrace(first, { line: 1, style: '' });
    const after = renderTrace(second, before);
    expect(traceHtml([...before.pieces, ...after.pieces])).toBe(html(first + second));
    expect(after.line).toBe(5);
  });
});

describe('the complete lines of a part of a trace', () => {
  const of = (text: string, options: Partial<Parameters<typeof completeLines>[1]> = {}) => {
    const found = completeLines(Buffer.from(text), { isFromMiddle: false, isAll: false, mostLines: 10, ...options });
    return [found.lines.toString(), found.end, found.isCut];
  };
  it.each([
    ['a\nb', {}, ['a\n', 2, false]],
    ['a\nb', { isAll: true }, ['a\nb', 3, false]],
    ['b\nc\nd', { isFromMiddle: true }, ['c\n', 4, true]],
    ['one line', { isFromMiddle: true, isAll: true }, ['one line', 8, true]],
    ['one line', {}, ['', 0, false]],
    ['a\nb\nc\n', { mostLines: 2 }, ['b\nc\n', 6, true]],
    ['\n\n\n', { mostLines: 2 }, ['\n\n', 3, true]],
    ['', { isAll: true }, ['', 0, false]],
  ])('%j, %j', (text, options, expected) => expect(of(text, options)).toEqual(expected));
});
