import { v4 } from '@hearth/http';
import { IssueParams } from '../issues/issue.params.js';

export const MoveIssueParams = IssueParams.extend({
  to_project_id: v4.integer().describe('Id of the project to move the issue to'),
});
