import type { UploadedFile } from './uploaded-file.js';

/** Media types of the accepted images, by file extension. All of them are safe to display: none can contain a script. */
const IMAGE_TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['bmp', 'image/bmp'],
  ['tiff', 'image/tiff'],
]);
/** 200 KB. */
const MOST_BYTES = 200 * 1024;

/**
 * Returns why a file cannot be an avatar, in the words of the API; empty when it can. As in the v4 API the extension decides the type: the file is
 * served as that type, and browsers are forbidden to guess. An empty file is not an image.
 */
export function imageFailures(file: UploadedFile): string[] {
  const isPicture = file.content.length > 0 && imageType(file.name) !== undefined;
  const tooBig = file.truncated || file.content.length > MOST_BYTES;
  return [...(tooBig ? ['is too big (should be at most 200 KB)'] : []), ...(isPicture ? [] : ['only images allowed'])];
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
