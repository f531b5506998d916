import { v4 } from '@hearth/http';
import { z } from 'zod';

export const BranchesParams = z.object({ id: v4.project(), ...v4.page });
export type BranchesParams = z.output<typeof BranchesParams>;
