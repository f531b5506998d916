import { v4 } from '@hearth/http';
import { MergeRequestParams } from '../merge-requests/merge-request.params.js';

export const RebaseParams = MergeRequestParams.extend({
  skip_ci: v4.optional(v4.boolean()).describe('Whether the new commits start no pipeline'),
});
