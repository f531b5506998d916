import { z } from 'zod';
import type { PathUse } from './namespace-paths.finder.js';
import type { NamespaceDetail, NamespaceRecord } from './namespaces.finder.js';

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

/** The last three are in the record of a namespace on top, for its owners and admins. */
export const NamespaceDetailView = NamespaceView.extend({
  root_repository_size: z.int().describe('Bytes of all repositories in the namespace and below it').optional(),
  storage_size: z.int().describe('Bytes of these repositories and their LFS objects').optional(),
  storage_size_limit: z
    .int()
    .nullable()
    .describe('Bytes beyond which `storage_size` may not grow by pushes; null: no limit')
    .optional(),
});
export type NamespaceDetailView = z.output<typeof NamespaceDetailView>;

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

export function presentNamespaceDetail({ storage, ...namespace }: NamespaceDetail): NamespaceDetailView {
  return {
    ...presentNamespace(namespace),
    ...(storage && {
      root_repository_size: storage.repositoryBytes,
      storage_size: storage.bytes,
      storage_size_limit: storage.limit,
    }),
  };
}
