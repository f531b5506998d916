import { v4 } from '@hearth/http';
import { z } from 'zod';

export const ListNamespacesParams = z.object({
  search: v4.search(),
  sort: v4.optional(v4.oneOf(['asc', 'desc'])),
  ...v4.keysetPage,
});

/** Namespace in the path, with the same rule as for groups: digits are an id, everything else a full path. */
export const NamespaceParams = z.object({ id: v4.group() });
