import { refused } from '@hearth/issuable';
import { MergeRequestParams } from '../merge-requests/merge-request.params.js';

export const RebaseParams = MergeRequestParams.extend({ skip_ci: refused() });
