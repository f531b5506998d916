/** Changed file in a tree: counted where the page has it. */
export interface TreeFile {
  readonly path: string;
  readonly address: string;
  readonly added?: number;
  readonly removed?: number;
  readonly viewed?: boolean;
}

/** Folder of changed files, and the files in it. Folders with a single folder in them are one: `src/main`. */
export interface FileTree<File> {
  readonly folders: readonly (FileTree<File> & { readonly name: string })[];
  readonly files: readonly { readonly name: string; readonly file: File }[];
}

/** Builds the tree of files from their paths, which are sorted. */
export function treeOf<File extends { readonly path: string }>(files: readonly File[]): FileTree<File> {
  return folderOf(files.map((file) => ({ segments: file.path.split('/'), file })));
}

function folderOf<File>(entries: readonly { segments: string[]; file: File }[]): FileTree<File> {
  const below = entries.filter(({ segments }) => segments.length > 1);
  const byFolder = Map.groupBy(below, ({ segments }) => segments[0]!);
  return {
    folders: [...byFolder].map(([name, all]) => {
      const folder = folderOf(all.map(({ segments, file }) => ({ segments: segments.slice(1), file })));
      const [only] = folder.folders;
      return only && folder.files.length === 0 && folder.folders.length === 1
        ? { ...only, name: `${name}/${only.name}` }
        : { ...folder, name };
    }),
    files: entries
      .filter(({ segments }) => segments.length === 1)
      .map(({ segments, file }) => ({ name: segments[0]!, file })),
  };
}
