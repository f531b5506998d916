import type { UploadedFile } from './uploaded-file.js';

/** Media types of the pictures that the API takes, by the ending of the file's name. All of them are safe to show: none can carry a script. */
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
 * Why a file cannot be an avatar, in the words of the API; empty where it can. As in the v4 API the ending of its name says what a file
 * is: it is served as that type and never as what a browser takes it for. Only that nothing is no picture.
 */
export function imageFailures(file: UploadedFile): string[] {
  const isPicture = file.content.length > 0 && imageType(file.name) !== undefined;
  const tooBig = file.truncated || file.content.length > MOST_BYTES;
  return [...(tooBig ? ['is too big (should be at most 200 KB)'] : []), ...(isPicture ? [] : ['only images allowed'])];
}

/** The media type of a picture with this file name; undefined where the name is not a picture's. */
export function imageType(fileName: string): string | undefined {
  const [, ending] = /[^.]\.([a-z]+)$/i.exec(fileName) ?? [];
  return ending === undefined ? undefined : IMAGE_TYPES.get(ending.toLowerCase());
}

/**
 * The name under which a picture is kept and served: letters, digits, dots, dashes and underscores, so that it reads the same in every URL.
 * @param fileName as the client calls it
 * @returns at most 100 characters, with the ending of the given name
 */
export function imageFileName(fileName: string): string {
  const end = fileName.lastIndexOf('.');
  const stem = fileName
    .slice(0, end)
    .replace(/[^a-z0-9._-]/gi, '_')
    .replace(/^[.-]+/, '_');
  return `${stem.slice(0, 90)}${fileName.slice(end).toLowerCase()}`;
}
