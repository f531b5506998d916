import { v4 } from '@hearth/http';
import { z } from 'zod';

export const TreeParams = z.object({
  id: v4.project(),
  path: v4.text().optional(),
  ref: v4.text().optional(),
  recursive: v4.boolean().optional(),
  ...v4.page,
});
export type TreeParams = z.output<typeof TreeParams>;
