import { v4 } from '@hearth/http';
import { z } from 'zod';

export const CreateMergeRequestPipelineParams = z.object({ id: v4.project(), merge_request_iid: v4.id() });
