import { may } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import type { SignatureStatus } from '@hearth/identity-contracts';
import {
  pageLinks,
  presentDiff,
  presentPageProject,
  type DiffOptions,
  type PageDiff,
  type PageLinks,
  type PageProject,
  type PageText,
  type ShownDiff,
} from '@hearth/pages';
import { presentTime, titleOf } from '@hearth/repository-contracts';
import type { Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import type { CommitCommentFact } from '../commit-comments/commit-comments.facts.js';
import { takesReplies } from '../commit-comments/thread.rules.js';
import type { Signature } from '../git/objects/signature.js';
import {
  commitAddress,
  presentCommitLine,
  presentRefPage,
  refAddress,
  type CommitLine,
  type RefPage,
} from '../pages/ref-page.view.js';
import {
  commentedDiff,
  type CommentedFile,
  type DraftedLine,
  type PlacedDiscussion,
  type PageDiscussion,
} from '../commit-comments/commented-lines.view.js';
import type { CommitSearch, CommitsPageFact } from './commit-pages.facts.js';
import type { CommitSignatureFact } from './commit-signature.facts.js';
import type { CommitFact } from './commits.facts.js';

/** A commit with its changes. */
export interface CommitPageFact extends CommitFact {
  readonly diff: ShownDiff;
  readonly signature: CommitSignatureFact | null;
  /** The oldest first. */
  readonly comments: Page<CommitCommentFact>;
  /** Of the comments. */
  readonly texts: readonly PageText[];
}

export interface CommitPageData {
  readonly commits: RefPage & {
    readonly commits: readonly (CommitLine & { readonly tree: string })[];
    readonly pager: PageLinks;
    /** Address of the list without a search. */
    readonly address: string;
    readonly values: { readonly search: string; readonly in: CommitSearch['in'] };
  };
  readonly commit: {
    readonly title: string;
    readonly project: PageProject;
    readonly heading: string;
    /** The message after its first line; empty without more. */
    readonly message: string;
    readonly id: string;
    readonly people: readonly {
      readonly role: string;
      readonly name: string;
      readonly email: string;
      readonly at: string;
    }[];
    readonly signature: { readonly state: string; readonly by: string } | null;
    readonly parents: readonly { readonly shortId: string; readonly address: string }[];
    readonly tree: string;
    readonly address: string;
    readonly diff: PageDiff<CommentedFile>;
    readonly fileAddress: (path: string) => string;
    /** Those that are on no line of the diff. */
    readonly discussions: readonly PageDiscussion[];
    readonly moreComments: number;
    /** Address of the form of a comment; null for users who may not comment. */
    readonly commentForm: string | null;
  };
}

export function presentCommitsPage(access: ProjectAccess, fact: CommitsPageFact): CommitPageData['commits'] {
  const page = presentRefPage(access, 'commits', 'commits', fact);
  const { commits, search } = fact;
  const address = refAddress(page.project, 'commits', fact);
  const query = search ? `?${new URLSearchParams({ search: search.text, in: search.in })}` : '';
  return {
    ...page,
    title: `Commits · ${page.title}`,
    commits: commits.items.map((commit) => ({
      ...presentCommitLine(page.project, commit),
      tree: refAddress(page.project, 'tree', { ref: commit.id, path: '' }),
    })),
    pager: pageLinks(commits, address + query),
    address,
    values: { search: search?.text ?? '', in: search?.in ?? 'message' },
  };
}

export function presentCommitPage(
  access: ProjectAccess,
  caller: Principal | null,
  { commit, diff, signature, comments, texts }: CommitPageFact,
  { on, comment, ...options }: DiffOptions & DraftedLine,
): CommitPageData['commit'] {
  const project = presentPageProject(access, 'commits');
  const { id, message, author, committer, parents } = commit;
  const address = commitAddress(project.address, id);
  const heading = titleOf(message);
  const [first = ''] = message.split('\n', 1);
  const same = author.name === committer.name && author.email === committer.email;
  const mayComment = may(abilities.commentOnCommit, access, caller);
  const shown = presentDiff(diff, options, address);
  const commented = commentedDiff(
    shown,
    presentDiscussions(comments.items, texts),
    mayComment && !options.w ? { on, comment } : null,
  );
  return {
    title: `${heading} · ${project.fullPath}`,
    ...{ project, address, heading },
    // A first line that was cut is repeated whole.
    message: (first.trim() === heading ? message.slice(first.length) : message).trim(),
    id,
    people: [presentPerson('Author', author), ...(same ? [] : [presentPerson('Committer', committer)])],
    signature: signature && presentSignature(signature),
    parents: parents.map((parent) => ({
      shortId: parent.slice(0, 8),
      address: commitAddress(project.address, parent),
    })),
    tree: refAddress(project, 'tree', { ref: id, path: '' }),
    diff: commented.diff,
    fileAddress: (path) => refAddress(project, 'blob', { ref: id, path }),
    discussions: commented.others,
    moreComments: Math.max(0, (comments.total ?? 0) - comments.items.length),
    commentForm: mayComment ? `${address}/comments` : null,
  };
}

function presentDiscussions(facts: readonly CommitCommentFact[], texts: readonly PageText[]): PlacedDiscussion[] {
  const written = facts.map((fact, at) => ({ ...fact, text: texts[at]! }));
  return [...Map.groupBy(written, ({ comment }) => comment.discussionId)].map(([id, all]): PlacedDiscussion => {
    const { comment: first } = all[0]!;
    const place = first.position?.newPath ?? first.path;
    const number = first.position ? (first.position.newLine ?? first.position.oldLine) : first.line;
    const comments = all.map(({ comment, author: { name, username }, text }) => ({
      ...{ id: comment.id, createdAt: comment.createdAt },
      ...{ author: { name, username }, text },
    }));
    const shown = { id, comments, place: place === null ? null : `${place}:${number}` };
    return [first, { ...shown, takesReplies: takesReplies(first) }];
  });
}

function presentPerson(role: string, signature: Signature) {
  const at = presentTime(signature).replace('T', ' ').replace('.000', ' ');
  return { role, name: signature.name, email: signature.email, at };
}

const SIGNATURE_STATES: Readonly<Record<SignatureStatus, string>> = {
  verified: 'Verified',
  unverified: 'Unverified: the signature is not valid',
  unverified_key: 'Unverified: the key has no confirmed address of its user',
  unknown_key: 'Unverified: the key is no user’s',
  other_user: 'Unverified: the key is of another user than the committer',
  same_user_different_email: 'Unverified: the key has not the address of the committer',
  multiple_signatures: 'Unverified: there is more than one signature',
};

function presentSignature({ type, status, gpgKey, sshKey }: CommitSignatureFact) {
  const key = type === 'PGP' ? gpgKey?.primaryKeyId : sshKey?.title;
  return { state: SIGNATURE_STATES[status], by: `${type} key${key ? ` ${key}` : ''}` };
}
