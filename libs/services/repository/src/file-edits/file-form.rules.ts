/** Returns the text of a form, in which browsers end lines with CR LF, with the line ends of the file. */
export function contentOfForm(text: string, hasCrlf: boolean): string {
  const content = text.replaceAll('\r\n', '\n');
  return hasCrlf ? content.replaceAll('\n', '\r\n') : content;
}

/** Returns the path of a new file. @param folder empty for the root */
export function newPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Returns the message of a commit without one. */
export function defaultMessage(action: 'create' | 'update' | 'delete', path: string): string {
  const verb = { create: 'Add', update: 'Update', delete: 'Delete' }[action];
  return `${verb} ${path.slice(path.lastIndexOf('/') + 1)}`;
}
