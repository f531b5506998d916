import { refused, v4 } from '@hearth/http';
import {
  exclusionParams,
  issuableListParams,
  laterListParams,
  LIST_SCOPES,
  severalProjectsParams,
  userFilter,
} from '@hearth/issuable';
import { z } from 'zod';

const username = v4.optional(v4.text({ most: 255 }));
const branch = v4.optional(v4.text({ most: 4096 }));

const filters = {
  state: v4.optional(v4.oneOf(['opened', 'closed', 'locked', 'merged', 'all'])),
  view: v4.optional(v4.oneOf(['simple'])),
  ...issuableListParams,
  ...laterListParams,
  scope: v4.optional(v4.oneOf([...LIST_SCOPES, 'reviews_for_me'])),
  source_branch: branch.describe('Only those from this branch'),
  target_branch: branch.describe('Only those into this branch'),
  reviewer_id: userFilter().describe('Only those with this reviewer; `None`, `Any`'),
  reviewer_username: username.describe('Only those with this reviewer'),
  merge_user_id: v4.optional(v4.integer()).describe('Only those merged by this user'),
  merge_user_username: username.describe('Only those merged by this user'),
  merged_after: v4.optional(v4.dateTime()).describe('Only those merged at this time or later'),
  merged_before: v4.optional(v4.dateTime()).describe('Only those merged at this time or earlier'),
  source_project_id: v4.optional(v4.integer()).describe('Only those from this project'),
  draft: v4.optional(v4.boolean()).describe('Only drafts, or none of them'),
  wip: v4.optional(v4.oneOf(['yes', 'no'])).describe('`yes`: only drafts; `no`: none of them'),
  not: exclusionParams({
    reviewer_id: v4.optional(v4.integer()).describe('Not reviewed by this user'),
    reviewer_username: username.describe('Not reviewed by this user'),
    source_branch: branch.describe('Not from this branch'),
    target_branch: branch.describe('Not into this branch'),
  }),
  with_labels_details: refused(),
  approved_by_ids: refused(),
  approved_by_usernames: refused(),
  approver_ids: refused(),
  approved: refused(),
  environment: refused(),
  deployed_after: refused(),
  deployed_before: refused(),
  render_html: refused(),
  or: refused(),
};

export const ListMergeRequestsParams = z.object({ ...filters, ...severalProjectsParams });
export const GroupMergeRequestsParams = z.object({ id: v4.group(), ...filters, ...severalProjectsParams });
export const ProjectMergeRequestsParams = z.object({ id: v4.project(), ...filters });

const inMilestone = { milestone_id: v4.id(), ...v4.page };
export const ProjectMilestoneParams = z.object({ id: v4.project(), ...inMilestone });
export const GroupMilestoneParams = z.object({ id: v4.group(), ...inMilestone });
