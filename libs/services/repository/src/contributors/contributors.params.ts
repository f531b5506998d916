import { refused, v4 } from '@hearth/http';
import { z } from 'zod';

export const ContributorsParams = z.object({
  id: v4.project(),
  order_by: v4.optional(v4.oneOf(['name', 'email', 'commits'])),
  sort: v4.optional(v4.oneOf(['asc', 'desc'])),
  ref: refused(),
  ...v4.page,
});
export type ContributorsParams = z.output<typeof ContributorsParams>;
