import path from 'node:path';
import type { Brand } from './brand.js';

/** The absolute, normal path of a bare repository's folder. */
export type RepositoryPath = Brand<string, 'RepositoryPath'>;
/** A path inside a tree, without leading or trailing slash; empty for the root. */
export type TreePath = Brand<string, 'TreePath'>;

export const ROOT_PATH = '' as TreePath;

/** Parses an absolute path; returns null for relative ones, `..`, `.`, doubled slashes, the root folder, NUL and line breaks. */
export function parseRepositoryPath(text: string): RepositoryPath | null {
  if (!path.isAbsolute(text) || /[\x00\r\n]/.test(text) || !text.isWellFormed()) return null;
  const normal = path.normalize(text).replace(/\/$/, '');
  return normal !== '' && normal === text ? (text as RepositoryPath) : null;
}

/**
 * Parses a caller's path; surrounding slashes are dropped. Returns null for NUL, lone surrogates and for empty, `.` and `..` segments, which no
 * tree holds.
 */
export function parseTreePath(text: string): TreePath | null {
  const bare = text.replace(/^\/+|(?<!\/)\/+$/g, '');
  if (bare === '') return ROOT_PATH;
  if (bare.includes('\0') || !bare.isWellFormed()) return null;
  const segments = bare.split('/');
  return segments.some((part) => part === '' || part === '.' || part === '..') ? null : (bare as TreePath);
}
