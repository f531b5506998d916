import { v4 } from '@hearth/http';
import { z } from 'zod';

export const TransferIntoGroupParams = z.object({ id: v4.group(), project_id: v4.project() });

/** Namespace by id or by full path, with the same rule as for groups. */
export const TransferProjectParams = z.object({ id: v4.project(), namespace: v4.text() });
