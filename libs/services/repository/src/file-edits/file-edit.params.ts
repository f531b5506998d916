import { v4 } from '@hearth/http';
import { LONGEST_PATH } from '../commits/commit-writes.params.js';
import { RefPathParams } from '../pages/page.params.js';

/** Most characters of a content that is written in a browser. */
const MOST_CONTENT = 1024 * 1024;

const commitFields = {
  branch: v4.text().describe('Branch of the commit: the one of the page, or a new one that begins there'),
  commit_message: v4.optional(v4.text()),
  merge_request: v4
    .optional(v4.boolean())
    .transform((given) => given ?? false)
    .describe('Whether the form of a merge request of the branch comes next'),
};
const content = v4.content({ most: MOST_CONTENT });

export const NewFileFormParams = RefPathParams.extend({
  ...commitFields,
  content,
  file: v4.optional(v4.file()).describe('File that is uploaded in place of the content'),
  file_name: v4
    .optional(v4.text({ most: LONGEST_PATH }))
    .describe('Path in the folder; without one the name of the uploaded file'),
});

export const EditFileFormParams = RefPathParams.extend({
  ...commitFields,
  content,
  last_commit_id: v4.optional(v4.text()).describe('Newest commit of the file when its form was shown'),
});

export const DeleteFileFormParams = RefPathParams.extend(commitFields);
