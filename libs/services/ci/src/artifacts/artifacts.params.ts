import { v4 } from '@hearth/http';
import { z } from 'zod';
import { JobParams } from '../builds/build.params.js';
import { FILE_FORMATS, FILE_TYPES } from './file-types.js';

const LONGEST_TEXT = 255;
const word = () => v4.optional(v4.text({ most: LONGEST_TEXT }));

export const ProjectArtifactsParams = z.object({ id: v4.project() });
export const JobArtifactsParams = z.object({ id: v4.id(), token: word() });
export const AuthorizeArtifactsParams = z.object({
  id: v4.id(),
  token: word(),
  filesize: v4.optional(v4.integer()),
});
export const RefArtifactsParams = z.object({ id: v4.project(), ref_name: v4.text(), job: v4.text() });
/** A path may be any text. A path without a file is not found. */
const path = { artifact_path: z.string() };
export const ArtifactParams = JobParams.extend(path);
export const RefArtifactParams = RefArtifactsParams.extend(path);
export const UploadArtifactsParams = z.object({
  id: v4.id(),
  token: word(),
  expire_in: word(),
  artifact_type: v4.optional(v4.oneOf(FILE_TYPES)).describe('Type of the file; by default the archive'),
  artifact_format: v4.optional(v4.oneOf(FILE_FORMATS)).describe('Format of the file; by default `zip`'),
});
