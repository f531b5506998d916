import Anser from 'anser';

const ESC = String.fromCharCode(27);
const BEL = String.fromCharCode(7);
/** Control sequences other than those for colours: of the cursor, of the window's title, of character sets. */
const NO_STYLE = new RegExp(
  `${ESC}(?:\\[[ -?]*[@-ln-~]|\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)?|[()]\\w|[=>78DEHMc])`,
  'g',
);
const STYLE = new RegExp(`${ESC}\\[([\\d;]*)m`, 'g');
/** Longest state of colours, in characters: it is sent with requests. */
const LONGEST_STYLE = 100;

/** A line with its colours as HTML, and the colours at its end. */
export interface StyledLine {
  readonly html: string;
  /** Parameters of the control sequence that sets them; empty for none. */
  readonly style: string;
}

/** Renders a line that a terminal would show. The colours are reduced to those of the style sheet. @param style colours at its beginning */
export function styledLine(text: string, style: string): StyledLine {
  const line = text.replaceAll(NO_STYLE, '');
  if (style === '' && !line.includes(ESC)) return { html: Anser.escapeForHtml(line), style };
  const chunks = Anser.ansiToJson(`${ESC}[${style}m${line}`, { json: true, use_classes: true, remove_empty: true });
  return { html: chunks.map(spanOf).join(''), style: styleAfter(line, style) };
}

function spanOf(chunk: Anser.AnserJsonEntry): string {
  const text = Anser.escapeForHtml(chunk.content.replaceAll(ESC, ''));
  const [front, back] = [colourOf(chunk.fg, chunk.fg_truecolor), colourOf(chunk.bg, chunk.bg_truecolor)];
  const classes = [
    ...(front === null ? [] : [`ansi-${front}`]),
    ...(back === null ? [] : [`ansi-on-${back}`]),
    ...[...new Set(chunk.decorations)].map((decoration) => `ansi-${decoration}`),
  ];
  return classes.length === 0 ? text : `<span class="${classes.join(' ')}">${text}</span>`;
}

function styleAfter(line: string, before: string): string {
  let style = before;
  for (const [, codes = ''] of line.matchAll(STYLE)) {
    const isReset = codes === '' || /^0*(?:;|$)/.test(codes);
    const added = isReset ? codes.replace(/^0*;?/, '') : codes;
    style = isReset || style === '' ? added : `${style};${added}`;
    if (style.length > LONGEST_STYLE) style = added.length > LONGEST_STYLE ? '' : added;
  }
  return style;
}

const HUES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
const LEVELS = [0, 95, 135, 175, 215, 255] as const;

/** @param name class of the library: of one of the sixteen colours, of the palette, or of any colour */
function colourOf(name: string | null, rgb: string | null): string | null {
  if (name === null) return null;
  if (name === 'ansi-truecolor') return nearest((rgb ?? '').split(',').map(Number));
  const index = /^ansi-palette-(\d+)$/.exec(name)?.[1];
  return index === undefined ? name.replace(/^ansi-/, '') : nearest(paletteColour(Number(index)));
}

/** Returns a colour of the palette from 16 on: a cube of colours, then shades of grey. */
function paletteColour(index: number): readonly number[] {
  if (index >= 232) return [8, 8, 8].map((darkest) => darkest + 10 * (index - 232));
  const place = index - 16;
  return [Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6].map((level) => LEVELS[level] ?? 0);
}

/** Returns the name of the one of the sixteen colours with the hue and brightness of a colour. */
function nearest([red = 0, green = 0, blue = 0]: readonly number[]): string {
  const most = Math.max(red, green, blue);
  if (most - Math.min(red, green, blue) < 40) {
    if (most < 64) return 'black';
    return most < 160 ? 'bright-black' : 'white';
  }
  const bits = (red * 2 > most ? 1 : 0) + (green * 2 > most ? 2 : 0) + (blue * 2 > most ? 4 : 0);
  return `${most > 200 ? 'bright-' : ''}${HUES[bits]}`;
}
