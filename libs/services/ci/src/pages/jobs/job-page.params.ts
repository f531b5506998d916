import { v4 } from '@hearth/http';
import { JobParams } from '../../builds/build.params.js';

export const JobFormParams = JobParams.extend({
  pipeline: v4.optional(v4.id()).describe('Pipeline whose page is shown afterwards; by default the page of the job'),
});
