import { v4 } from '@hearth/http';
import { confirmed } from '@hearth/pages';
import { z } from 'zod';
import { EnvironmentParams } from '../../environments/environment.params.js';

export const EnvironmentListParams = z.object({
  id: v4.project(),
  state: v4.optional(v4.oneOf(['available', 'stopped'])).catch(undefined),
  page: v4.page.page,
});

export const EnvironmentPageParams = EnvironmentParams.extend({ page: v4.page.page });

export const StopEnvironmentFormParams = EnvironmentParams.extend({ confirmed });
