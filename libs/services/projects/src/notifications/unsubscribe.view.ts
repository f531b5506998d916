import type { Unsubscription } from './unsubscribe-links.js';

/** Texts of one of the pages of the link in mails. */
interface EndPage {
  readonly title: string;
  readonly text: string;
}

/** Data of the pages of the link in mails. */
export interface UnsubscribePageData {
  readonly unsubscribe: EndPage & { readonly token: string };
  readonly unsubscribed: EndPage;
}

/** Pages before and after the mails end. */
interface EndTexts {
  readonly asks: EndPage;
  readonly ended: EndPage;
}

const CHANGEABLE = 'Your notification settings say so from then on, and you can change them again.';

const ALL: EndTexts = {
  asks: {
    title: 'End all mails',
    text: `You get no more mails about projects, also of those with a level of their own. ${CHANGEABLE}`,
  },
  ended: {
    title: 'You get no more mails',
    text: 'Your notification level for all projects is “disabled” now.',
  },
};

const PROJECT: EndTexts = {
  asks: {
    title: 'End the mails about a project',
    text: `You get no more mails about the project of this mail, whatever happens in it. ${CHANGEABLE}`,
  },
  ended: {
    title: 'You get no more mails about this project',
    text: 'Your notification level for the project is “disabled” now.',
  },
};

const COMMIT: EndTexts = {
  asks: {
    title: 'End the mails about a commit',
    text: 'You get no more mails about comments on the commit of this mail, until you comment on it yourself or are mentioned.',
  },
  ended: {
    title: 'You get no more mails about this commit',
    text: 'Comments on the commit cause no mails to you any more.',
  },
};

/** Returns the texts of the mails that a link ends. */
export function presentEnd({ projectId, issueId, mergeRequestId, commitId }: Unsubscription): EndTexts {
  if (projectId === null) return ALL;
  if (issueId !== undefined) return textsOf('an issue', 'issue');
  if (mergeRequestId !== undefined) return textsOf('a merge request', 'merge request');
  return commitId === undefined ? PROJECT : COMMIT;
}

function textsOf(one: string, noun: string): EndTexts {
  return {
    asks: {
      title: `End the mails about ${one}`,
      text: `You get no more mails about the ${noun} of this mail, unless you are mentioned or assigned. To get them again, subscribe on its page.`,
    },
    ended: {
      title: `You get no more mails about this ${noun}`,
      text: `Your subscription to the ${noun} has ended.`,
    },
  };
}
