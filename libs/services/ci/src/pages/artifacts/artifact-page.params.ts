import { v4 } from '@hearth/http';
import { FILE_TYPES } from '../../artifacts/file-types.js';
import { JobParams } from '../../builds/build.params.js';

export const DownloadArtifactsParams = JobParams.extend({
  file_type: v4.optional(v4.oneOf(FILE_TYPES)).describe('Type of the file; by default the archive'),
});
