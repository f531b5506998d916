import { isAllowed } from '@hearth/access';
import { byteSizeText } from '@hearth/config';
import type { Principal, ProjectAccess, UserId, Visibility } from '@hearth/contract-kit';
import { lengthFailures } from '@hearth/http';
import { abilities } from '../abilities.js';
import type { FieldErrors } from '../field-errors.rules.js';

const NAME = { max: 255 };
const BLANK = "can't be blank";

/** Fields of a snippet that users can set. */
export interface SnippetColumns {
  readonly title: string;
  readonly fileName: string;
  readonly description: string | null;
  readonly content: string;
  readonly visibility: Visibility;
}

/** All errors of a snippet, by field of the API. @param limit maximum size of the content, in bytes */
export function snippetErrors({ title, fileName, content }: SnippetColumns, limit: number): FieldErrors {
  const bytes = Buffer.byteLength(content);
  const errors = {
    title: title.trim() === '' ? [BLANK] : lengthFailures(title, NAME),
    file_name: lengthFailures(fileName, NAME),
    content: [
      ...(content.trim() === '' ? [BLANK] : []),
      ...(bytes > limit ? [`is too long (${byteSizeText(bytes)}). The maximum size is ${byteSizeText(limit)}.`] : []),
    ],
  };
  return Object.fromEntries(Object.entries(errors).filter(([, texts]) => texts.length > 0));
}

/** Caller of a read of snippets. */
export interface SnippetCaller {
  readonly id: UserId;
  readonly admin: boolean;
  readonly external: boolean;
}

/** Converts a principal to a reader of snippets. */
export function snippetCaller({ userId, admin, external }: Principal): SnippetCaller {
  return { id: userId, admin, external };
}

/** Whether authors may change their own snippet, masters one of others in their project that is not internal, or admins any. */
export function mayChangeSnippet(
  { project, level }: ProjectAccess,
  { author, visibility }: { readonly author: { readonly id: number }; readonly visibility: Visibility },
  caller: Principal,
): boolean {
  const isAuthor = author.id === caller.userId;
  if (visibility === 'internal' && !isAuthor && !caller.admin) return false;
  return isAllowed(abilities.updateSnippet, { ...project, level }, caller, isAuthor ? ['author'] : []);
}

/** Whether a user may change a personal snippet: its author, and admins. */
export function mayChangePersonalSnippet(
  { author }: { readonly author: { readonly id: number } },
  { userId, admin }: Principal,
): boolean {
  return author.id === userId || admin;
}

/** Visibilities of snippets that are visible to users who are neither the author nor members of the project. */
export function openVisibilities({ admin, external }: SnippetCaller): readonly Visibility[] {
  if (admin) return ['private', 'internal', 'public'];
  return external ? ['public'] : ['internal', 'public'];
}
