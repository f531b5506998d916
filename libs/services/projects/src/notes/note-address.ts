/** Returns the address of a note on an issue or a merge request: the page of the thread that has it. @param page address of the record */
export function noteAddress(page: string, noteId: number): string {
  return `${page}?note=${noteId}#note_${noteId}`;
}
