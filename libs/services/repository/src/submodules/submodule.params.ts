import { v4 } from '@hearth/http';
import { z } from 'zod';
import { LONGEST_PATH } from '../commits/commit-writes.params.js';

export const UpdateSubmoduleParams = z.object({
  id: v4.project(),
  submodule: v4.text({ most: LONGEST_PATH }).describe('Path of the submodule'),
  commit_sha: v4.text().describe('Full id of the commit in the repository of the submodule'),
  branch: v4.text().describe('Name of the branch to commit to'),
  commit_message: v4.optional(v4.text()).describe('Message of the commit; by default one that names path and commit'),
});
