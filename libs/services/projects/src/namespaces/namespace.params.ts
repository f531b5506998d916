import { atLeastOneOf, refused, v4 } from '@hearth/http';
import { z } from 'zod';
import { clearableNumber } from '../projects/project.params.js';

export const ListNamespacesParams = z.object({
  search: v4.search(),
  sort: v4.optional(v4.oneOf(['asc', 'desc'])),
  full_path_search: refused(),
  owned_only: refused(),
  top_level_only: refused(),
  requested_hosted_plan: refused(),
  ...v4.keysetPage,
});

/** Namespace in the path, with the same rule as for groups: digits are an id, everything else a full path. */
export const NamespaceParams = z.object({ id: v4.group() });

/** Bytes of all repositories and LFS objects in a namespace. */
export const storageLimit = clearableNumber((bytes) => bytes > 0);

export const UpdateNamespaceParams = atLeastOneOf(
  z.object({
    id: v4.group(),
    storage_size_limit: storageLimit.describe(
      'Bytes beyond which the repositories and LFS objects of the namespace may not grow; null or empty: no limit',
    ),
  }),
  'storage_size_limit',
);

/** Unlike the other endpoints, digits are a path too. */
export const NamespacePathParams = z.object({
  id: v4.text().describe('Path of a namespace, without those of its ancestors'),
  parent_id: v4.optional(v4.integer()).describe('Group in which the path is looked up; absent: on top'),
});
