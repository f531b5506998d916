import { v4 } from '@hearth/http';
import { z } from 'zod';

export const TransferIntoGroupParams = z.object({ id: v4.group(), project_id: v4.project() });

/** The namespace by id or by full path, as a group would be named. */
export const TransferProjectParams = z.object({ id: v4.project(), namespace: v4.text() });
