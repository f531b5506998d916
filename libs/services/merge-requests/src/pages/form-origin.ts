import { Redirect, type EndpointCall, type Html } from '@hearth/http';
import type { DiffPage } from '../reviews/diff-page.js';
import { parseQuery, queryOf } from '../reviews/diff-page.params.js';
import type { CommentValues } from './merge-request-page.view.js';
import { addressOf, type MergeRequestPage } from './merge-request-page.js';

/** Page that the form of a comment was on: the page of the changes with `back`, and without it a page of the discussion. */
interface FormOrigin {
  readonly iid: number;
  readonly page: number;
  readonly back?: string | undefined;
}

/** Pages with comments. */
interface PagesWithComments {
  readonly mergeRequestPage: MergeRequestPage;
  readonly diffPage: DiffPage;
}

/** Shows the page that a refused form was on. @throws MergeRequestNotFound, VersionNotFound, Forbidden */
export function showOrigin(
  { mergeRequestPage, diffPage }: PagesWithComments,
  call: EndpointCall<FormOrigin>,
  form: { readonly error: string; readonly values?: CommentValues },
): Promise<Html> {
  const { back } = call.params;
  return back === undefined ? mergeRequestPage.show(call, form) : diffPage.show(call, parseQuery(back), form);
}

/** Returns the address of the page that a form was on, without a fragment. */
export function originOf(call: EndpointCall<FormOrigin>): string {
  const { page, back } = call.params;
  return back === undefined
    ? `${addressOf(call)}?page=${page}`
    : `${addressOf(call)}/diffs?${queryOf(parseQuery(back))}`;
}

/** Redirects to the page that a form was on. @param id of an element there */
export function backTo(call: EndpointCall<FormOrigin>, id: string): Redirect {
  return new Redirect(`${originOf(call)}#${id}`);
}

/** Redirects to the page that a form was on, with a notice. */
export function withOriginNotice(call: EndpointCall<FormOrigin>, done: string): Redirect {
  return new Redirect(`${originOf(call)}&done=${done}`);
}

/** Returns the fields that name the page that a form was on. */
export function keptOf({ params: { page, back } }: EndpointCall<FormOrigin>) {
  return { page, ...(back !== undefined && { back }) };
}
