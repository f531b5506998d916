import { z } from 'zod';
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
