import type { Brand } from './brand.js';
import { isRefFormat } from './ref-format.rules.js';

/** A full name below refs/, as `refs/heads/main`. */
export type RefName = Brand<string, 'RefName'>;
/** The short name of a branch that may exist: `main`, never `refs/...`, `-x` or `HEAD`. */
export type BranchName = Brand<string, 'BranchName'>;
/** The short name of a tag that may exist; the same rules as for branches. */
export type TagName = Brand<string, 'TagName'>;

const HEADS = 'refs/heads/';
const TAGS = 'refs/tags/';

/** Parses a full ref name; returns null unless it starts with `refs/` and git accepts its form. */
export function parseRefName(text: string): RefName | null {
  return text.startsWith('refs/') && isRefFormat(text) ? (text as RefName) : null;
}

/**
 * Parses a short branch name; returns null when git refuses it (`git check-ref-format --branch`), and for names that start with `refs/`: git's
 * look-up rules would confuse `refs/heads/refs/heads/x` with `refs/heads/x`.
 */
export function parseBranchName(text: string): BranchName | null {
  return isShortName(text) && isRefFormat(HEADS + text) ? (text as BranchName) : null;
}

/** Parses a short tag name; returns null under the same conditions as {@link parseBranchName}. */
export function parseTagName(text: string): TagName | null {
  return isShortName(text) && isRefFormat(TAGS + text) ? (text as TagName) : null;
}

function isShortName(text: string): boolean {
  return !text.startsWith('-') && !text.startsWith('refs/') && text !== 'HEAD';
}

export function refOfBranch(branch: BranchName): RefName {
  return (HEADS + branch) as RefName;
}

export function refOfTag(tag: TagName): RefName {
  return (TAGS + tag) as RefName;
}

/** Returns the branch of a ref; null for another kind of ref. */
export function branchOfRef(ref: RefName): BranchName | null {
  return ref.startsWith(HEADS) ? parseBranchName(ref.slice(HEADS.length)) : null;
}

/** Returns the tag of a ref; null for another kind of ref. */
export function tagOfRef(ref: RefName): TagName | null {
  return ref.startsWith(TAGS) ? parseTagName(ref.slice(TAGS.length)) : null;
}
