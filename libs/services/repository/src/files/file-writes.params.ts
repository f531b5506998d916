import { v4 } from '@hearth/http';
import { z } from 'zod';
import { BATCH_LIMIT, LONGEST_PATH } from '../commits/commit-writes.params.js';

export const DeleteFileParams = z.object({
  id: v4.project(),
  file_path: v4.text({ most: LONGEST_PATH }),
  branch: v4.text(),
  commit_message: v4.text(),
  start_branch: v4.optional(v4.text()),
  author_email: v4.optional(v4.text()),
  author_name: v4.optional(v4.text()),
  last_commit_id: v4.optional(v4.text()),
});
export type DeleteFileParams = z.output<typeof DeleteFileParams>;

export const WriteFileParams = DeleteFileParams.extend({
  content: v4.content({ most: BATCH_LIMIT }),
  encoding: v4.optional(v4.oneOf(['text', 'base64'])),
  execute_filemode: v4.optional(v4.boolean()).describe('Whether the file can be executed'),
});
export type WriteFileParams = z.output<typeof WriteFileParams>;
