import type { UploadedFile } from './uploaded-file.js';

/** Media types of the accepted images, by file extension. All of them are safe to display: none can contain a script. */
const IMAGE_TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['bmp', 'image/bmp'],
  ['tiff', 'image/tiff'],
  ['ico', 'image/x-icon'],
  ['webp', 'image/webp'],
]);
/** First bytes of these formats, in latin1. */
const SIGNATURES = [
  ...['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a', 'BM'],
  ...['II*\0', 'MM\0*', '\0\0\x01\0'],
];
/** 200 KB. */
const MOST_BYTES = 200 * 1024;

/**
 * Returns why a file cannot be an avatar, in the words of the API; empty when it can. The content has to begin as
 * one of these formats does. The extension decides the type: the file is served as that type, and browsers are forbidden to guess.
 */
export function imageFailures(file: UploadedFile): string[] {
  const isPicture = isImage(file.content) && imageType(file.name) !== undefined;
  const tooBig = file.truncated || file.content.length > MOST_BYTES;
  return [...(tooBig ? ['is too big (should be at most 200 KB)'] : []), ...(isPicture ? [] : ['only images allowed'])];
}

function isImage(content: Buffer): boolean {
  const start = content.toString('latin1', 0, 12);
  return SIGNATURES.some((signature) => start.startsWith(signature)) || /^RIFF.{4}WEBP$/s.test(start);
}

/** Returns the media type of an image with this file name; undefined when the extension is not an image's. */
export function imageType(fileName: string): string | undefined {
  const [, ending] = /[^.]\.([a-z]+)$/i.exec(fileName) ?? [];
  return ending === undefined ? undefined : IMAGE_TYPES.get(ending.toLowerCase());
}

/**
 * Returns the name under which an image is stored and served: letters, digits, dots, dashes and underscores, so that it is the same in
 * every URL.
 * @param fileName as the client sent it
 * @returns at most 100 characters, with the extension of the given name
 */
export function imageFileName(fileName: string): string {
  const end = fileName.lastIndexOf('.');
  const stem = fileName
    .slice(0, end)
    .replace(/[^a-z0-9._-]/gi, '_')
    .replace(/^[.-]+/, '_');
  return `${stem.slice(0, 90)}${fileName.slice(end).toLowerCase()}`;
}
