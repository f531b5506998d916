import { v4 } from '@hearth/http';
import { MergeRequestParams } from '../merge-requests/merge-request.params.js';

export const VersionParams = MergeRequestParams.extend({ version_id: v4.id() });
