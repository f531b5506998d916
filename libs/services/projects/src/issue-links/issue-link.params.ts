import { v4 } from '@hearth/http';
import { z } from 'zod';
import { IssueParams } from '../issues/issue.params.js';

export const IssueLinksParams = IssueParams;
export const IssueLinkParams = IssueParams.extend({ issue_link_id: v4.id().describe('Id of the link') });

export const CreateIssueLinkParams = IssueParams.extend({
  target_project_id: v4
    .text({ most: 4096 })
    .nullable()
    .describe('Project of the other issue: its id or full path; null: the same project'),
  target_issue_iid: v4.integer().describe('Number of the other issue in its project'),
  link_type: v4
    .optional(z.literal('relates_to', { error: 'is not supported' }))
    .describe('Only `relates_to` is supported: issues do not block each other'),
});
