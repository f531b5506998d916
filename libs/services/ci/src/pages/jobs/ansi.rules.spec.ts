import fc from 'fast-check';
import { styledLine } from './ansi.rules.js';

const ESC = '\u001b';

describe('a line with control sequences', () => {
  it.each([
    ['plain <b> & "text"', 'plain &lt;b&gt; &amp; &quot;text&quot;'],
    [`${ESC}[32;1mok${ESC}[0m <i>`, '<span class="ansi-green ansi-bold">ok</span> &lt;i&gt;'],
    [`${ESC}[93;44mx`, '<span class="ansi-bright-yellow ansi-on-blue">x</span>'],
    [`${ESC}[38;5;196mred${ESC}[m`, '<span class="ansi-bright-red">red</span>'],
    [`${ESC}[38;5;244mgrey`, '<span class="ansi-bright-black">grey</span>'],
    [`${ESC}[38;2;10;20;250mblue`, '<span class="ansi-bright-blue">blue</span>'],
    [`${ESC}[31ma${ESC}[2Kb`, '<span class="ansi-red">ab</span>'],
    [`${ESC}]0;title\u0007x${ESC}]8;;https://evil.example${ESC}\\y`, 'xy'],
    [`${ESC}[?25lx${ESC}(B${ESC}[1;1Hy`, 'xy'],
    [`a${ESC}`, 'a'],
  ])('%j is %j', (text, html) => expect(styledLine(text, '').html).toBe(html));

  it('goes on with the colours of the line before', () => {
    const { style } = styledLine(`${ESC}[1;31mfirst`, '');
    const second = styledLine(`second${ESC}[0;32m`, style);
    expect([style, second]).toEqual(['1;31', { html: '<span class="ansi-red ansi-bold">second</span>', style: '32' }]);
    expect(styledLine(`x${ESC}[0m`, second.style).style).toBe('');
  });

  it('keeps a state of bounded length', () => {
    const long = `${ESC}[1m`.repeat(1_000);
    expect(styledLine(`${long}${ESC}[31mx`, '').style.length).toBeLessThanOrEqual(100);
    expect(styledLine(`${ESC}[${'1;'.repeat(200)}1mx`, '').style).toBe('');
  });

  it('becomes text and spans with known classes, whatever it is', () => {
    const unit = fc.oneof(
      fc.constantFrom(ESC, '[', 'm', ';', '3', '38;5;', '38;2;', ']', '\u0007', '<b>', '"', '&'),
      fc.string(),
    );
    fc.assert(
      fc.property(
        fc.array(unit).map((units) => units.join('')),
        (text) => {
          const { html, style } = styledLine(text, '1;31');
          expect(html.replaceAll(/<span class="(?:ansi-[a-z-]+ ?)+">|<\/span>/g, '')).not.toMatch(/[<>"]/);
          expect(style).toMatch(/^[\d;]{0,100}$/);
        },
      ),
    );
  });
});
