import { pageLinks, type FormFailure, type PageLinks, type SelectOptions } from '@hearth/pages';
import type { Digest } from '../notification-digests/digest.rules.js';
import type { NotificationPageFact } from './notification-page.facts.js';
import { LEVELS, type NotificationLevel } from './notification-setting.rules.js';

export const NOTIFICATIONS_PAGE = '/-/profile/notifications';

const TEXTS: Record<NotificationLevel, string> = {
  global: 'As around it: the group, or all projects',
  watch: 'Watch: everything that happens',
  participating: 'Participate: what you take part in',
  mention: 'On mention: where you are mentioned',
  custom: 'Custom: what you take part in, and the events chosen by the API',
  disabled: 'Disabled: no mails',
};

const DIGEST_OPTIONS: readonly (readonly [Digest, string])[] = [
  ['none', 'One mail for each event'],
  ['hour', 'Gathered into one mail, at most each hour'],
  ['day', 'Gathered into one mail, at most each day'],
];

interface Choice {
  readonly level: NotificationLevel;
  readonly text: string;
}

/** Data of the page of a user's notification settings. */
export interface NotificationPageData {
  readonly 'notification-settings': {
    readonly title: string;
    readonly notice: string | null;
    readonly failures: readonly FormFailure[];
    readonly values: { readonly notification_email: string; readonly digest: Digest; readonly path: string };
    readonly digests: SelectOptions;
    readonly level: NotificationLevel;
    readonly choices: readonly Choice[];
    /** The same for projects and groups. */
    readonly sourceChoices: readonly Choice[];
    readonly sources: readonly { readonly path: string; readonly level: NotificationLevel }[];
    readonly pager: PageLinks;
  };
}

/** Presents the page. @param given what a form with failures has sent */
export function presentNotificationPage(
  { level, email, digest, sources, page }: NotificationPageFact,
  given: {
    readonly notice?: string | null;
    readonly failures?: readonly FormFailure[];
    readonly email?: string;
    readonly path?: string;
  },
): NotificationPageData['notification-settings'] {
  const { notice = null, failures = [], path = '' } = given;
  const sourceChoices = LEVELS.map((each) => ({ level: each, text: TEXTS[each] }));
  return {
    title: 'Notifications',
    ...{ notice, failures, level, sources, sourceChoices },
    values: { notification_email: given.email ?? email, digest, path },
    digests: DIGEST_OPTIONS,
    choices: sourceChoices.filter((choice) => choice.level !== 'global'),
    pager: pageLinks(page, NOTIFICATIONS_PAGE),
  };
}
