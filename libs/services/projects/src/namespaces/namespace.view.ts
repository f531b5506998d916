import { z } from 'zod';
import type { PathUse } from './namespace-paths.finder.js';
import type { NamespaceRecord } from './namespaces.finder.js';

export const NamespaceView = z.strictObject({
  id: z.int(),
  name: z.string(),
  path: z.string(),
  kind: z.enum(['user', 'group']),
  full_path: z.string(),
  parent_id: z.int().nullable(),
  members_count_with_descendants: z.int().optional(),
});
export type NamespaceView = z.output<typeof NamespaceView>;

export const NamespaceExistsView = z.strictObject({
  exists: z.boolean().describe('Whether a namespace has the path there'),
  suggests: z.array(z.string()).describe('A free path, where this one is used'),
});
export type NamespaceExistsView = z.output<typeof NamespaceExistsView>;

/** @param use undefined where no namespace can have the path */
export function presentNamespaceExists(path: string, use: PathUse | undefined): NamespaceExistsView {
  if (!use?.isUsed) return { exists: false, suggests: [] };
  return { exists: true, suggests: use.freeNumber === null ? [] : [`${path}${use.freeNumber}`] };
}

export function presentNamespace(namespace: NamespaceRecord): NamespaceView {
  const { membersCount } = namespace;
  return {
    id: namespace.id,
    name: namespace.name,
    path: namespace.path,
    kind: namespace.kind,
    full_path: namespace.fullPath,
    parent_id: namespace.parentId,
    ...(membersCount !== null && { members_count_with_descendants: membersCount }),
  };
}
