import type { Brand } from './brand.js';
import { isRefFormat } from './ref-format.rules.js';

/**
 * Name of a commit as callers may write it: a branch, a tag, a full ref of either or of a merge request's head, HEAD or an id (full, or
 * abbreviated to seven digits and more), followed by steps such as `~3` or `^2`. Reflog, search and index syntax (`@{1}`, `:/text`,
 * `:path`) and all other refs, among them Hearth's own, are refused.
 */
export type Revision = Brand<string, 'Revision'>;

const STEPS = /^(?:~\d{0,9}|\^\d{0,9}|\^\{(?:commit|tag|tree|object)?\})*$/;

/** Full names of the refs that are visible to callers. */
const CALLERS_REFS = /^(?!refs\/)|^refs\/(?:heads|tags|merge-requests)\//;

/** Parses a caller's text; returns null when it cannot name a commit. */
export function parseRevision(text: string): Revision | null {
  const base = revisionBase(text);
  const valid = STEPS.test(revisionSteps(text)) && isRefFormat(base, { oneLevel: true }) && CALLERS_REFS.test(base);
  return valid ? (text as Revision) : null;
}

/** The revision without its steps: `main` of `main~3`. */
export function revisionBase(text: string): string {
  return text.slice(0, text.length - revisionSteps(text).length);
}

/** The steps of a revision: `~3` of `main~3`, empty where there are none. */
export function revisionSteps(text: string): string {
  // No ref name contains these two characters (git-check-ref-format), so the first one ends it.
  const start = text.search(/[~^]/);
  return start < 0 ? '' : text.slice(start);
}
