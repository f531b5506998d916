import { v4 } from '@hearth/http';
import { z } from 'zod';

export const CommitsParams = z.object({
  id: v4.project(),
  ref_name: v4.text().optional(),
  since: v4.dateTime().optional(),
  until: v4.dateTime().optional(),
  path: v4.text().optional(),
  ...v4.page,
});
export type CommitsParams = z.output<typeof CommitsParams>;
