import type { FileDiff } from '@hearth/repository-contracts';

/** Characters that git quotes in paths. */
const UNUSUAL = /[\u0000-\u001f"\\\u007f]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '"': '\\"', '\\': '\\\\' };

/** Returns the diff of files as `git apply` reads it. Only the lines with the ids of blobs are missing. */
export function rawDiff(files: readonly FileDiff[]): string {
  return files.map(rawFileDiff).join('');
}

function rawFileDiff(file: FileDiff): string {
  const lines = [`diff --git ${quoted(`a/${file.oldPath}`)} ${quoted(`b/${file.newPath}`)}`, ...headersOf(file)];
  return `${lines.join('\n')}\n${file.patch}`;
}

function headersOf({ oldMode, newMode, oldPath, newPath, renamed }: FileDiff): string[] {
  if (oldMode === null) return [`new file mode ${newMode}`];
  if (newMode === null) return [`deleted file mode ${oldMode}`];
  return [
    ...(oldMode === newMode ? [] : [`old mode ${oldMode}`, `new mode ${newMode}`]),
    ...(renamed ? [`rename from ${quoted(oldPath)}`, `rename to ${quoted(newPath)}`] : []),
  ];
}

/** Quotes a path with unusual characters as a string of C. */
function quoted(path: string): string {
  const escaped = path.replace(
    UNUSUAL,
    (char) => ESCAPES[char] ?? `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return escaped === path ? path : `"${escaped}"`;
}
