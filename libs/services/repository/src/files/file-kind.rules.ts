import { imageType } from '@hearth/http';

/** Media types of pictures that browsers show, besides those of uploads. SVG can contain scripts: it is only served with a policy. */
const PICTURES: ReadonlyMap<string, string> = new Map([
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['ico', 'image/x-icon'],
  ['svg', 'image/svg+xml'],
]);
/** Bytes in which git looks for the NUL of a binary file. */
const SEARCHED_BYTES = 8_000;

/** Returns the media type of a picture by the file's name; undefined for other files. */
export function pictureType(name: string): string | undefined {
  return imageType(name) ?? PICTURES.get(extensionOf(name));
}

export function isMarkdown(name: string): boolean {
  return ['md', 'markdown', 'mkd', 'mkdn', 'rmd'].includes(extensionOf(name));
}

export function isNotebook(name: string): boolean {
  return extensionOf(name) === 'ipynb';
}

/** Returns whether git takes a content for binary. */
export function isBinary(content: Buffer): boolean {
  return content.subarray(0, SEARCHED_BYTES).includes(0);
}

/** Returns the lines of a text without their ends. */
export function linesOf(text: string): string[] {
  if (text === '') return [];
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}

function extensionOf(name: string): string {
  const [, extension = ''] = /[^/]\.([^./]+)$/.exec(name) ?? [];
  return extension.toLowerCase();
}
