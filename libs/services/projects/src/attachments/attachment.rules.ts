import { imageType } from '@hearth/http';

/** Most attachments of a project. */
export const MOST_ATTACHMENTS = 10_000;
const LONGEST_NAME = 100;
/** Characters that are replaced: they could end the link in Markdown, or change the path. */
const UNSAFE = /[^\p{L}\p{M}\p{N}_.+-]/gu;

/**
 * Returns the name under which a file is stored and served: letters, digits and `_.+-`.
 * @param given name of the client's file, without folders
 */
export function attachmentName(given: string): string {
  const name = given.normalize().replace(UNSAFE, '_').replace(/^\.+/, '_');
  const end = name.lastIndexOf('.');
  const extension = end > 0 && name.length - end <= LONGEST_NAME / 2 ? name.slice(end) : '';
  const stem = extension === '' ? name : name.slice(0, end);
  return `${[...stem].slice(0, LONGEST_NAME - extension.length).join('') || 'file'}${extension}`;
}

/** Returns the text that a description shows for the file: of a picture its name without the extension. */
export function altOf(fileName: string): string {
  return imageType(fileName) === undefined ? fileName : fileName.slice(0, fileName.lastIndexOf('.'));
}
