import type { MailContent } from '@hearth/identity-contracts';
import type { MailBody } from '../notifications/mail.view.js';

/** Longest extract of a text: the page has all of it. */
const MOST_EXTRACT = 280;

/** Facts that a digest is made of. */
export interface DigestFacts {
  /** Stays the same in every attempt to send it. */
  readonly key: string;
  /** Mails that it gathers, the oldest first. */
  readonly mails: readonly MailBody[];
  readonly baseUrl: string;
  /** Link that ends all mails. */
  readonly unsubscribeUrl: string;
}

interface DigestMail {
  readonly lead: string;
  /** Beginning of the text. */
  readonly extract: string | null;
  readonly link: MailBody['link'];
}

/** Data of the HTML of digests. */
export interface DigestMailData {
  readonly 'digest-mail': {
    readonly title: string;
    readonly projects: readonly {
      readonly path: string;
      readonly url: string;
      readonly mails: readonly DigestMail[];
    }[];
    readonly settingsUrl: string;
    readonly unsubscribeUrl: string;
  };
}

/** Presents the values of a digest, by project. */
export function presentDigest({ mails, baseUrl, unsubscribeUrl }: DigestFacts): DigestMailData['digest-mail'] {
  const projects = [...Map.groupBy(mails, ({ projectPath }) => projectPath)].map(([path, all]) => ({
    path,
    url: `${baseUrl}/${path}`,
    mails: all.map(({ lead, texts, link }) => ({
      lead,
      extract: texts.length === 0 ? null : extractOf(texts.map(({ text }) => text).join(' ')),
      link,
    })),
  }));
  return {
    title: `${mails.length} ${mails.length === 1 ? 'notification' : 'notifications'}`,
    ...{ projects, settingsUrl: `${baseUrl}/-/profile/notifications`, unsubscribeUrl },
  };
}

/** Presents the mail, without its HTML. */
export function presentDigestMail(facts: DigestFacts): Omit<MailContent, 'html'> {
  const { title, projects, settingsUrl, unsubscribeUrl } = presentDigest(facts);
  const host = new URL(facts.baseUrl).hostname;
  const parts = projects.flatMap(({ path, mails }) => [path, ...mails.map(textOf)]);
  const footer = ['-- ', `Change how often you get mails: ${settingsUrl}`, `No more mails: ${unsubscribeUrl}`];
  return {
    sender: host,
    subject: title,
    text: `${parts.join('\n\n')}\n\n${footer.join('\n')}\n`,
    messageId: `<digest_${facts.key}@${host}>`,
    inReplyTo: null,
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
  };
}

function textOf({ lead, extract, link }: DigestMail): string {
  return [`- ${lead}`, ...(extract === null ? [] : [extract]), link.url].join('\n  ');
}

function extractOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= MOST_EXTRACT ? line : `${line.slice(0, MOST_EXTRACT)}…`;
}
