import { v4 } from '@hearth/http';
import { z } from 'zod';

export const DeploymentsParams = z.object({ id: v4.project(), ...v4.page });
export const DeploymentParams = z.object({ id: v4.project(), deployment_id: v4.id() });
