import type { Git, TreeEntryRecord } from '@hearth/testing';

const GROUPS = ['tree', 'blob', 'commit'];

interface Row {
  readonly record: TreeEntryRecord;
  readonly bytes: Buffer;
}

/**
 * Returns git's entries of a folder in the API's order: trees, then blobs, then submodules, each by the bytes of the path.
 * @param folder path from the root, empty for the root itself
 */
export async function listedTree(
  git: Git,
  ref: string,
  folder: string,
  recursive: boolean,
): Promise<TreeEntryRecord[]> {
  const flags = recursive ? ['-r', '-t'] : [];
  const output = await git.run(['ls-tree', '-z', '--full-tree', ...flags, `${ref}:${folder}`]);
  const rows: Row[] = [];
  for (let begin = 0; begin < output.length;) {
    const end = output.indexOf(0, begin);
    rows.push(rowOf(output.subarray(begin, end), folder));
    begin = end + 1;
  }
  const group = ({ record }: Row) => GROUPS.indexOf(record.type);
  rows.sort((a, b) => group(a) - group(b) || Buffer.compare(a.bytes, b.bytes));
  return rows.map(({ record }) => record);
}

function rowOf(row: Buffer, folder: string): Row {
  const tab = row.indexOf('\t');
  const [mode, type, id] = row.toString('latin1', 0, tab).split(' ');
  const bytes = row.subarray(tab + 1);
  const name = bytes.subarray(bytes.lastIndexOf('/') + 1).toString('utf8');
  const path = (folder === '' ? '' : `${folder}/`) + bytes.toString('utf8');
  return { record: { id: id!, name, type: type as TreeEntryRecord['type'], path, mode: mode! }, bytes };
}

/** Returns every blob of a revision with its content, each once. */
export async function blobsOf(git: Git, ref: string): Promise<Map<string, Buffer>> {
  const entries = (await listedTree(git, ref, '', true)).filter(({ type }) => type === 'blob');
  const ids = [...new Set(entries.map(({ id }) => id))];
  const output = await git.run(['cat-file', '--batch'], { input: `${ids.join('\n')}\n` });
  const blobs = new Map<string, Buffer>();
  for (let begin = 0; begin < output.length;) {
    const headEnd = output.indexOf('\n', begin);
    const [id, , size] = output.toString('latin1', begin, headEnd).split(' ');
    blobs.set(id!, output.subarray(headEnd + 1, headEnd + 1 + Number(size)));
    begin = headEnd + 1 + Number(size) + 1;
  }
  return blobs;
}
