import { z } from 'zod';
import type { ApplicationStatistics } from './application-statistics.facts.js';

const number = (what: string) => z.string().describe(`Number of ${what}, with commas between thousands`);

export const ApplicationStatisticsView = z.strictObject({
  forks: number('forks'),
  issues: number('issues'),
  merge_requests: number('merge requests'),
  notes: number('notes on issues, merge requests and snippets'),
  snippets: number('snippets'),
  ssh_keys: number('SSH keys of users'),
  milestones: number('milestones'),
  users: number('users'),
  projects: number('projects'),
  groups: number('groups'),
  active_users: number('users who are neither blocked, banned nor deactivated'),
});
export type ApplicationStatisticsView = z.output<typeof ApplicationStatisticsView>;

const { format } = new Intl.NumberFormat('en-US');

export function presentApplicationStatistics(counts: ApplicationStatistics): ApplicationStatisticsView {
  return {
    forks: format(counts.forks),
    issues: format(counts.issues),
    merge_requests: format(counts.mergeRequests),
    notes: format(counts.notes),
    snippets: format(counts.snippets),
    ssh_keys: format(counts.sshKeys),
    milestones: format(counts.milestones),
    users: format(counts.users),
    projects: format(counts.projects),
    groups: format(counts.groups),
    active_users: format(counts.activeUsers),
  };
}
