import type { ServiceSchema } from '@hearth/data';
import { messagingMigrations } from '@hearth/messaging';
import { MergeRequests1764600000000 } from './migrations/1764600000000-merge-requests.js';
import { KnownBranches1766020000000 } from './migrations/1766020000000-known-branches.js';
import { ClosedIssues1766080000000 } from './migrations/1766080000000-closed-issues.js';
import { MergeRequestAssignments1767200000000 } from './migrations/1767200000000-merge-request-assignments.js';
import { SourceBranches1767201000000 } from './migrations/1767201000000-source-branches.js';
import { SquashedMerges1767202000000 } from './migrations/1767202000000-squashed-merges.js';
import { Approvals1767800200000 } from './migrations/1767800200000-approvals.js';
import { Rebases1767800300000 } from './migrations/1767800300000-rebases.js';
import { TimeTracking1767800500000 } from './migrations/1767800500000-time-tracking.js';
import { ResourceEvents1768700000000 } from './migrations/1768700000000-resource-events.js';
import { RegularApprovalRules1769500000000 } from './migrations/1769500000000-regular-approval-rules.js';
import { EventsByLabel1770200100000 } from './migrations/1770200100000-events-by-label.js';
import { ViewedFiles1795636099000 } from './migrations/1795636099000-viewed-files.js';
import { MergeRequestApprovalRules1795842000000 } from './migrations/1795842000000-merge-request-approval-rules.js';
import { AppliedSuggestions1795843000000 } from './migrations/1795843000000-applied-suggestions.js';
import { DraftNotes1795849000000 } from './migrations/1795849000000-draft-notes.js';
import { RepliesOfDiscussions1795885100000 } from './migrations/1795885100000-replies-of-discussions.js';
import { NoSingleAssignee1795957200000 } from './migrations/1795957200000-no-single-assignee.js';
import { Collaborations1795983000000 } from './migrations/1795983000000-collaborations.js';
import { OpenCollaborations1795984000000 } from './migrations/1795984000000-open-collaborations.js';
import { Discussions1767800000000 } from './migrations/1767800000000-discussions.js';

/** PostgreSQL schema of this service. */
export const schema: ServiceSchema = {
  service: 'merge-requests',
  entities: [],
  migrations: [
    ...messagingMigrations,
    MergeRequests1764600000000,
    KnownBranches1766020000000,
    ClosedIssues1766080000000,
    MergeRequestAssignments1767200000000,
    SourceBranches1767201000000,
    SquashedMerges1767202000000,
    Discussions1767800000000,
    Approvals1767800200000,
    Rebases1767800300000,
    TimeTracking1767800500000,
    ResourceEvents1768700000000,
    RegularApprovalRules1769500000000,
    EventsByLabel1770200100000,
    ViewedFiles1795636099000,
    MergeRequestApprovalRules1795842000000,
    AppliedSuggestions1795843000000,
    DraftNotes1795849000000,
    RepliesOfDiscussions1795885100000,
    NoSingleAssignee1795957200000,
    Collaborations1795983000000,
    OpenCollaborations1795984000000,
  ],
  extensions: ['pg_trgm'],
  jobs: true,
};
