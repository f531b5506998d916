import { z } from 'zod';
import type { TreeEntry } from '../git/reads/tree-listing.js';

export const TreeEntryView = z.strictObject({
  id: z.string(),
  name: z.string(),
  type: z.enum(['tree', 'blob', 'commit']),
  path: z.string(),
  mode: z.string(),
});
export type TreeEntryView = z.output<typeof TreeEntryView>;

export function presentTreeEntry({ id, name, type, path, mode }: TreeEntry): TreeEntryView {
  return { id, name, type, path, mode };
}
