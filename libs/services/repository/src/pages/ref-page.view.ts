import type { ProjectAccess } from '@hearth/contract-kit';
import { encodedPath, presentPageProject, type PageProject, type ProjectSection } from '@hearth/pages';
import { titleOf } from '@hearth/repository-contracts';
import type { Commit } from '../git/objects/commit-object.js';
import type { RefNames } from './ref-names.facts.js';
import type { RefPath } from './ref-path.rules.js';

/** Pages that show another ref at the same path. */
export const DESTINATIONS = ['tree', 'blob', 'commits', 'blame'] as const;
export type Destination = (typeof DESTINATIONS)[number];

/** Data of the partial `ref-menu`. */
export interface RefMenu extends RefNames {
  readonly destination: Destination;
  readonly ref: string;
  readonly path: string;
  /** The ref of the page is not among the listed ones. */
  readonly isOther: boolean;
}

/** A folder above a page, or the page itself without an address. */
export interface Crumb {
  readonly name: string;
  readonly address?: string;
}

/** One commit in a line of a page. */
export interface CommitLine {
  readonly title: string;
  readonly shortId: string;
  readonly address: string;
  readonly author: string;
  readonly moment: Date;
}

/** Data of every page below a ref. */
export interface RefPage {
  readonly title: string;
  readonly project: PageProject;
  readonly menu: RefMenu;
  readonly crumbs: readonly Crumb[];
}

/** Page of a repository without refs: the steps to push. */
export interface EmptyRepositoryPage {
  readonly title: string;
  readonly project: PageProject;
  readonly cloneUrl: string;
  readonly branch: string;
  readonly mayPush: boolean;
}

/** Returns the address of a page of a ref and a path, below the address of a project. */
export function refAddress(
  { address }: PageProject,
  page: Destination | 'raw' | 'new' | 'edit' | 'delete',
  { ref, path }: RefPath,
): string {
  return `${address}/-/${page}/${encodedPath(ref)}${path === '' ? '' : `/${encodedPath(path)}`}`;
}

/** Formats of archives that pages offer. */
const ARCHIVES = ['zip', 'tar.gz', 'tar.bz2', 'tar'];

/** Links to the files of a ref as archives. */
export function archiveLinks({ address, name }: PageProject, ref: string): { name: string; address: string }[] {
  const file = encodedPath(`${ref}/${name}-${ref.replaceAll('/', '-')}`);
  return ARCHIVES.map((format) => ({ name: format, address: `${address}/-/archive/${file}.${format}` }));
}

export function presentRefPage(
  access: ProjectAccess,
  section: ProjectSection,
  destination: Destination,
  { ref, path, names: { branches, tags } }: RefPath & { readonly names: RefNames },
): RefPage {
  const project = presentPageProject(access, section);
  const isOther = !branches.includes(ref) && !tags.includes(ref);
  return {
    title: `${path === '' ? ref : path.slice(path.lastIndexOf('/') + 1)} · ${project.fullPath}`,
    project,
    menu: { destination, ref, path, branches, tags, isOther },
    crumbs: presentCrumbs(project, destination === 'commits' ? 'commits' : 'tree', { ref, path }),
  };
}

function presentCrumbs(project: PageProject, page: Destination, { ref, path }: RefPath): Crumb[] {
  const names = path === '' ? [] : path.split('/');
  const folders = [project.name, ...names].map((name, index) => ({
    name,
    address: refAddress(project, page, { ref, path: names.slice(0, index).join('/') }),
  }));
  return folders.map(({ name, address }, index) => (index === folders.length - 1 ? { name } : { name, address }));
}

/** Returns the address of a commit's page. @param project address of the project */
export function commitAddress(project: string, id: string): string {
  return `${project}/-/commit/${id}`;
}

export function presentCommitLine({ address }: PageProject, { id, message, author, committer }: Commit): CommitLine {
  return {
    title: titleOf(message),
    shortId: id.slice(0, 8),
    address: commitAddress(address, id),
    author: author.name,
    moment: new Date(committer.seconds * 1000),
  };
}

/** @param baseUrl scheme, host and port that the browser used */
export function presentEmptyRepository(
  access: ProjectAccess,
  section: ProjectSection,
  { baseUrl, mayPush }: { readonly baseUrl: string; readonly mayPush: boolean },
): EmptyRepositoryPage {
  const project = presentPageProject(access, section);
  return {
    title: `${project.fullPath} is empty`,
    project,
    cloneUrl: `${baseUrl}/${project.fullPath}.git`,
    branch: project.defaultBranch ?? 'main',
    mayPush,
  };
}
