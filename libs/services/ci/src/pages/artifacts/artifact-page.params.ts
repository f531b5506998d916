import { v4 } from '@hearth/http';
import { z } from 'zod';
import { FILE_TYPES } from '../../artifacts/file-types.js';
import { JobParams } from '../../builds/build.params.js';

export const DownloadArtifactsParams = JobParams.extend({
  file_type: v4.optional(v4.oneOf(FILE_TYPES)).describe('Type of the file; by default the archive'),
});
/** A path may be any text. A path without a file is not found. */
export const ArtifactPathParams = JobParams.extend({ artifact_path: z.string() });
