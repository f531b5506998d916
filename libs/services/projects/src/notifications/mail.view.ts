import type { ExcerptLine } from '@hearth/repository-contracts';
import type { PayloadProject } from '../hook-payloads/payloads.store.js';
import {
  MOST_REVIEW,
  MOST_TEXT,
  type MailCommit,
  type MailIssuable,
  type MailNote,
  type MailPipeline,
  type MailSubject,
} from './mail-subject.rules.js';
import type { MailCause, Reason } from './notification.rules.js';
import { noteAddress } from '../notes/note-address.js';

/** Facts that a mail is made of. */
export interface MailFacts {
  readonly cause: MailCause;
  readonly reason: Reason | null;
  readonly eventId: string;
  /** Name of the user who caused it. */
  readonly actor: string;
  readonly project: PayloadProject;
  readonly subject: MailSubject;
  /** Notes that were written, the oldest first. */
  readonly notes: readonly MailNote[];
  /** Whether they were published together. */
  readonly isReview: boolean;
  /** Names of the assignees and reviewers. */
  readonly assignees: readonly string[];
  readonly reviewers: readonly string[];
  readonly baseUrl: string;
  readonly unsubscribeUrl: string;
  /** Ends the mails about the record alone; null for a pipeline. */
  readonly leaveUrl: string | null;
}

/** Text of a user in Markdown. */
export interface MailText {
  /** File and line that it is about, or what it is. */
  readonly heading: string | null;
  /** Address of a comment in a review; others have that of the mail. */
  readonly url: string | null;
  /** Lines of the diff that it is about. */
  readonly excerpt: readonly ExcerptLine[];
  readonly text: string;
}

/** Contents of a mail, of which its text and its HTML are made. */
export interface MailBody {
  /** Sentence that says the event. */
  readonly lead: string;
  /** Description or comments. */
  readonly texts: readonly MailText[];
  /** Further lines. */
  readonly details: readonly string[];
  /** Page of the record, where it can be answered. */
  readonly link: { readonly label: string; readonly url: string };
  readonly because: string;
  readonly projectPath: string;
  /** Links that end mails, those of the fewest mails first. */
  readonly ends: readonly { readonly label: string; readonly url: string }[];
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

const NOUNS = { issue: 'issue', merge_request: 'merge request', commit: 'commit', pipeline: 'pipeline' } as const;
const SIGNS = { issue: '#', merge_request: '!' } as const;
const SIGN_OF_LINE = { added: '+', removed: '-', same: ' ' } as const;
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
  return subject.kind === 'pipeline' ? presentPipelineMail(facts, subject) : presentRecordMail(facts, subject);
}

function presentRecordMail(facts: MailFacts, subject: MailIssuable | MailCommit): PresentedMail {
  const { cause, actor, project, notes, isReview, baseUrl, eventId } = facts;
  const { noun, name, path, threadId, ...record } = presentRecord(subject, project);
  const [first] = notes;
  const isFirst = cause === 'new_issue' || cause === 'new_merge_request';
  const host = hostOf(baseUrl);
  const thread = `<${threadId}@${host}>`;
  const page = `${baseUrl}/${project.fullPath}/-/${path}`;
  const urlOf = ({ id }: MailNote) => (subject.kind === 'commit' ? `${page}#note_${id}` : noteAddress(page, id));
  const { texts, missing } = isReview ? presentReview(notes, urlOf) : { texts: textsOf(facts), missing: 0 };
  const verb = isReview ? 'reviewed' : WORDS[cause];
  const body: MailBody = {
    lead: `${oneLine(actor)} ${verb} ${noun} ${name} (${oneLine(subject.title)})${first ? ':' : '.'}`,
    texts,
    details: [...peopleLines(facts), ...(missing > 0 ? [`The page has ${missing} more of the comments.`] : [])],
    link: { label: record.linkLabel, url: first ? urlOf(first) : page },
    ...footOf(facts),
  };
  return {
    sender: oneLine(actor),
    subject: `${isFirst ? '' : 'Re: '}${oneLine(project.name)} | ${oneLine(subject.title)} (${name})`,
    text: textOf(body),
    body,
    messageId: isFirst ? thread : `<${first ? `${subject.kind}_note_${first.id}` : eventId}@${host}>`,
    inReplyTo: isFirst ? null : thread,
    headers: { ...headersOf(facts), ...record.headers },
  };
}

/** Presents how mails name a record, and where its page is. */
function presentRecord(subject: MailIssuable | MailCommit, project: PayloadProject) {
  const { kind, id } = subject;
  if (kind === 'commit') {
    const named = { noun: 'commit', name: id.slice(0, 8), path: `commit/${id}`, linkLabel: 'View it' };
    return { ...named, threadId: `commit_${project.id}_${id}`, headers: { 'X-GitLab-Commit-ID': id } };
  }
  const named = { noun: NOUNS[kind], name: `${SIGNS[kind]}${subject.iid}`, path: `${kind}s/${subject.iid}` };
  return { ...named, linkLabel: 'View or answer it', threadId: `${kind}_${id}`, headers: idHeaders(subject) };
}

/** The comment, or the description of a record that is new to the user. */
function textsOf({ cause, notes: [note], subject }: MailFacts): MailText[] {
  if (note) return [{ heading: placeOf(note), url: null, excerpt: excerptOf(note), text: shortened(note.body) }];
  const described = 'description' in subject && DESCRIBED.includes(cause) ? subject.description : null;
  return described ? [{ heading: null, url: null, excerpt: [], text: shortened(described) }] : [];
}

/** Comments of a review with their places, as many as fit, and the number of the others. */
function presentReview(notes: readonly MailNote[], urlOf: (note: MailNote) => string) {
  let length = 0;
  const shown = notes.filter(({ body }) => (length += Math.min(body.length, MOST_TEXT)) <= MOST_REVIEW);
  const texts = shown.map((note) => ({
    ...{ heading: placeOf(note) ?? 'Comment', url: urlOf(note) },
    ...{ excerpt: excerptOf(note), text: shortened(note.body) },
  }));
  return { texts, missing: notes.length - shown.length };
}

/** Lines of a diff without characters that would change how others are shown. */
function excerptOf({ excerpt = [] }: MailNote): ExcerptLine[] {
  return excerpt.map(({ kind, text }) => ({ kind, text: text.replaceAll(/(?!\t)\p{Cc}/gu, '') }));
}

function placeOf({ line }: MailNote): string | null {
  return line ? `${oneLine(line.path)}:${line.number}` : null;
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
    texts: [],
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

function headersOf({ project, reason, unsubscribeUrl, leaveUrl, baseUrl }: MailFacts): Record<string, string> {
  const list = project.fullPath.split('/').toReversed().join('.');
  return {
    'List-Id': `${project.fullPath} <${project.id}.${list}.${hostOf(baseUrl)}>`,
    'List-Unsubscribe': `<${leaveUrl ?? unsubscribeUrl}>`,
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

function footOf({ project: { fullPath }, subject, reason, unsubscribeUrl, leaveUrl }: MailFacts) {
  const because = reason ? BECAUSE[reason] : 'of your notification settings';
  const end = (name: string, url: string) => ({ label: `No more mails about ${name}`, url });
  const leave = leaveUrl === null ? [] : [end(`this ${NOUNS[subject.kind]}`, leaveUrl)];
  return { because, projectPath: fullPath, ends: [...leave, end(fullPath, unsubscribeUrl)] };
}

function textOf({ lead, texts, details, link, because, ends }: MailBody): string {
  const paragraphs = [
    lead,
    ...texts.map(({ heading, url, excerpt, text }) => {
      const lines = excerpt.map((line) => `> ${SIGN_OF_LINE[line.kind]}${line.text}`);
      return [heading, url, ...lines, ...(lines.length > 0 ? [''] : []), text]
        .filter((line) => line !== null)
        .join('\n');
    }),
    ...(details.length > 0 ? [details.join('\n')] : []),
  ];
  const footer = [
    '-- ',
    `${link.label}: ${link.url}`,
    `You get this mail because ${because}.`,
    ...ends.map(({ label, url }) => `${label}: ${url}`),
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
