import { z } from 'zod';
import { IssueView, presentIssue } from '../issues/issue.view.js';
import type { LinkedIssue, LinkedIssues } from './issue-link.facts.js';

const linkType = z.literal('relates_to').describe('Always `relates_to`: there are no other types');

/** Issue in the list of an issue's links. */
export const LinkedIssueView = IssueView.extend({
  issue_link_id: z.int().describe('Id of the link'),
  link_type: linkType,
  link_created_at: z.iso.datetime().describe('When the issues were linked'),
  link_updated_at: z.iso.datetime().describe('When the link was last changed'),
});
export type LinkedIssueView = z.output<typeof LinkedIssueView>;

export const IssueLinkView = z.strictObject({
  id: z.int().describe('Id of the link'),
  source_issue: IssueView.describe('Issue to which the link was added'),
  target_issue: IssueView.describe('The other issue'),
  link_type: linkType,
});
export type IssueLinkView = z.output<typeof IssueLinkView>;

/** @param baseUrl scheme, host and port that the client used */
export function presentLinkedIssue({ issue, link }: LinkedIssue, baseUrl: string): LinkedIssueView {
  return {
    ...presentIssue(issue, baseUrl),
    issue_link_id: link.id,
    link_type: 'relates_to',
    link_created_at: link.createdAt.toISOString(),
    link_updated_at: link.updatedAt.toISOString(),
  };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentIssueLink({ link, source, target }: LinkedIssues, baseUrl: string): IssueLinkView {
  return {
    id: link.id,
    source_issue: presentIssue(source, baseUrl),
    target_issue: presentIssue(target, baseUrl),
    link_type: 'relates_to',
  };
}
