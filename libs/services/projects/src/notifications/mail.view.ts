import type { PayloadProject } from '../hook-payloads/payloads.store.js';
import type { MailIssuable, MailPipeline, MailSubject } from './mail-subject.rules.js';
import type { MailCause, Reason } from './notification.rules.js';
import { noteAddress } from '../notes/note-address.js';

/** Longest text of a record or note in a mail. */
const MOST_TEXT = 20_000;

/** Facts that a mail is made of. */
export interface MailFacts {
  readonly cause: MailCause;
  readonly reason: Reason | null;
  readonly eventId: string;
  /** Name of the user who caused it. */
  readonly actor: string;
  readonly project: PayloadProject;
  readonly subject: MailSubject;
  /** Note that was written. */
  readonly note: { readonly id: number; readonly body: string } | null;
  /** Names of the assignees and reviewers. */
  readonly assignees: readonly string[];
  readonly reviewers: readonly string[];
  readonly baseUrl: string;
  readonly unsubscribeUrl: string;
}

/** Contents of a mail, of which its text and its HTML are made. */
export interface MailBody {
  /** Sentence that says the event. */
  readonly lead: string;
  /** Description or comment, in Markdown. */
  readonly written: string | null;
  /** Further lines. */
  readonly details: readonly string[];
  /** Page of the record, where it can be answered. */
  readonly link: { readonly label: string; readonly url: string };
  readonly because: string;
  readonly projectPath: string;
  readonly unsubscribeUrl: string;
}

export interface PresentedMail {
  readonly sender: string;
  readonly subject: string;
  readonly text: string;
  readonly body: MailBody;
  readonly messageId: string;
  /** First mail of the thread; null for that one itself. */
  readonly inReplyTo: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

const NOUNS = { issue: 'issue', merge_request: 'merge request' } as const;
const SIGNS = { issue: '#', merge_request: '!' } as const;
const WORDS: Partial<Record<MailCause, string>> = {
  new_issue: 'opened',
  new_merge_request: 'opened',
  reopen_issue: 'reopened',
  reopen_merge_request: 'reopened',
  close_issue: 'closed',
  close_merge_request: 'closed',
  merge_merge_request: 'merged',
  reassign_issue: 'changed the assignees of',
  reassign_merge_request: 'changed the assignees of',
  change_reviewer_merge_request: 'changed the reviewers of',
  push_to_merge_request: 'pushed to the source branch of',
  mentioned: 'mentioned you in',
  new_note: 'commented on',
};
/** Causes after which the mail has the description. */
const DESCRIBED: readonly MailCause[] = ['new_issue', 'new_merge_request', 'mentioned'];
const BECAUSE: Record<Reason, string> = {
  assigned: 'you were assigned',
  review_requested: 'your review was requested',
  mentioned: 'you were mentioned',
  subscribed: 'you have subscribed',
};

/** Presents a mail as text, with the headers by which mail programs thread and filter it. */
export function presentMail(facts: MailFacts): PresentedMail {
  const { subject } = facts;
  return subject.kind === 'pipeline' ? presentPipelineMail(facts, subject) : presentIssuableMail(facts, subject);
}

function presentIssuableMail(facts: MailFacts, subject: MailIssuable): PresentedMail {
  const { cause, actor, project, note, baseUrl, eventId } = facts;
  const name = `${SIGNS[subject.kind]}${subject.iid}`;
  const isFirst = cause === 'new_issue' || cause === 'new_merge_request';
  const host = hostOf(baseUrl);
  const thread = `<${subject.kind}_${subject.id}@${host}>`;
  const page = `${baseUrl}/${project.fullPath}/-/${subject.kind}s/${subject.iid}`;
  const url = note ? noteAddress(page, note.id) : page;
  const written = note?.body ?? (DESCRIBED.includes(cause) ? subject.description : null);
  const body: MailBody = {
    lead: `${oneLine(actor)} ${WORDS[cause]} ${NOUNS[subject.kind]} ${name} (${oneLine(subject.title)})${note ? ':' : '.'}`,
    written: written ? shortened(written) : null,
    details: peopleLines(facts),
    link: { label: 'View or answer it', url },
    ...footOf(facts),
  };
  return {
    sender: oneLine(actor),
    subject: `${isFirst ? '' : 'Re: '}${oneLine(project.name)} | ${oneLine(subject.title)} (${name})`,
    text: textOf(body),
    body,
    messageId: isFirst ? thread : `<${note ? `${subject.kind}_note_${note.id}` : eventId}@${host}>`,
    inReplyTo: isFirst ? null : thread,
    headers: { ...headersOf(facts), ...idHeaders(subject) },
  };
}

function presentPipelineMail(facts: MailFacts, { id, ref, sha, status, jobs }: MailPipeline): PresentedMail {
  const { cause, project, baseUrl, eventId } = facts;
  const word = { failed_pipeline: 'Failed', fixed_pipeline: 'Fixed' }[cause as string] ?? 'Successful';
  const failed = jobs
    .filter((job) => job.status === 'failed' && !job.allowFailure)
    .map((job) => `- ${oneLine(job.name)}`);
  const url = `${baseUrl}/${project.fullPath}/-/pipelines/${id}`;
  const body: MailBody = {
    lead: `Pipeline ${id} of ${oneLine(ref)} (commit ${sha.slice(0, 8)}) has ${status === 'success' ? 'succeeded' : 'failed'}.`,
    written: null,
    details: failed.length > 0 ? ['Failed jobs:', ...failed] : [],
    link: { label: 'View it', url },
    ...footOf(facts),
  };
  return {
    sender: oneLine(project.name),
    subject: `${oneLine(project.name)} | ${word} pipeline for ${oneLine(ref)} | ${sha.slice(0, 8)}`,
    text: textOf(body),
    body,
    messageId: `<pipeline_${id}.${eventId}@${hostOf(baseUrl)}>`,
    inReplyTo: null,
    headers: {
      ...headersOf(facts),
      'X-GitLab-Pipeline-Id': String(id),
      'X-GitLab-Pipeline-Ref': oneLine(ref),
      'X-GitLab-Pipeline-Status': status,
    },
  };
}

function headersOf({ project, reason, unsubscribeUrl, baseUrl }: MailFacts): Record<string, string> {
  const list = project.fullPath.split('/').toReversed().join('.');
  return {
    'List-Id': `${project.fullPath} <${project.id}.${list}.${hostOf(baseUrl)}>`,
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'X-GitLab-Project': oneLine(project.name),
    'X-GitLab-Project-Id': String(project.id),
    'X-GitLab-Project-Path': project.fullPath,
    ...(reason && { 'X-GitLab-NotificationReason': reason }),
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
  };
}

function idHeaders({ kind, id, iid, state }: MailIssuable): Record<string, string> {
  const prefix = kind === 'issue' ? 'X-GitLab-Issue' : 'X-GitLab-MergeRequest';
  return { [`${prefix}-ID`]: String(id), [`${prefix}-IID`]: String(iid), [`${prefix}-State`]: state };
}

/** Assignees and reviewers, where the mail is about them or the record is new. */
function peopleLines({ cause, assignees, reviewers }: MailFacts): string[] {
  const isNew = cause === 'new_issue' || cause === 'new_merge_request';
  const shows = {
    assignees: isNew || cause.startsWith('reassign_'),
    reviewers: isNew || cause.startsWith('change_reviewer_'),
  };
  const line = (title: string, names: readonly string[]) => `${title}: ${names.map(oneLine).join(', ') || 'none'}`;
  return [
    ...(shows.assignees && (assignees.length > 0 || !isNew) ? [line('Assignees', assignees)] : []),
    ...(shows.reviewers && (reviewers.length > 0 || !isNew) ? [line('Reviewers', reviewers)] : []),
  ];
}

function footOf({ project, reason, unsubscribeUrl }: MailFacts) {
  const because = reason ? BECAUSE[reason] : 'of your notification settings';
  return { because, projectPath: project.fullPath, unsubscribeUrl };
}

function textOf({ lead, written, details, link, because, projectPath, unsubscribeUrl }: MailBody): string {
  const paragraphs = [
    lead,
    ...(written === null ? [] : [written]),
    ...(details.length > 0 ? [details.join('\n')] : []),
  ];
  const footer = [
    '-- ',
    `${link.label}: ${link.url}`,
    `You get this mail because ${because}.`,
    `No more mails about ${projectPath}: ${unsubscribeUrl}`,
  ];
  return `${paragraphs.join('\n\n')}\n\n${footer.join('\n')}\n`;
}

/** Removes line breaks, so that a name or title cannot forge a header or further text. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

function shortened(text: string): string {
  return text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT)}…`;
}

function hostOf(baseUrl: string): string {
  return new URL(baseUrl).hostname;
}
