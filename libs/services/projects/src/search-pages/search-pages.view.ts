import type { ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import {
  encodedPath,
  pageLinks,
  presentPageProject,
  type PageLinks,
  type PageProject,
  type PageSection,
} from '@hearth/pages';
import { titleOf, type CommitCard, type FoundLines } from '@hearth/repository-contracts';
import type { FoundCode } from '../search/repository-search.facts.js';
import type { FoundOnPage } from './search-page.facts.js';

const TITLES = {
  blobs: 'Code',
  projects: 'Projects',
  groups: 'Groups',
  issues: 'Issues',
  merge_requests: 'Merge requests',
  milestones: 'Milestones',
  users: 'Users',
  commits: 'Commits',
} as const;
type Tab = keyof typeof TITLES;

const EVERYWHERE: readonly Tab[] = ['projects', 'groups', 'issues', 'merge_requests', 'milestones', 'users'];
const IN_PROJECT: readonly Tab[] = ['blobs', 'issues', 'merge_requests', 'milestones', 'commits'];

/** Row of a record that was found. */
export interface FoundRow {
  readonly address: string;
  readonly title: string;
  /** Line below the title. */
  readonly about: string;
  readonly tag: string | null;
  /** Lines of a file. */
  readonly code: string | null;
}

interface SearchPage {
  readonly title: string;
  readonly heading: string;
  /** Address that the form is sent to. */
  readonly action: string;
  readonly scope: Tab;
  readonly values: { readonly search: string };
  readonly tabs: readonly PageSection[];
  /** Null before a text is given. */
  readonly rows: readonly FoundRow[] | null;
  readonly pager: PageLinks | null;
  /** Problem with the text, as a sentence. */
  readonly error: string | null;
}

export interface SearchPageData {
  readonly search: SearchPage;
  readonly 'project-search': SearchPage & { readonly project: PageProject };
}

/** Scope and text of a search, and what it found: null before a text is given, and for a text with a problem. */
export interface SearchResult {
  readonly scope: Tab;
  readonly text: string;
  readonly rows: Page<FoundRow> | null;
  readonly error?: string | null;
}

export function presentSearch(result: SearchResult): SearchPageData['search'] {
  const addressOf = (tab: Tab) => `/search?${new URLSearchParams({ scope: tab, search: result.text })}`;
  return presentPage(result, { heading: 'Search', title: 'Search', action: '/search', tabs: EVERYWHERE, addressOf });
}

export function presentProjectSearch(access: ProjectAccess, result: SearchResult): SearchPageData['project-search'] {
  const project = presentPageProject(access, 'search');
  const action = `${project.address}/-/search`;
  const addressOf = (tab: Tab) => `${action}?${new URLSearchParams({ scope: tab, search: result.text })}`;
  const place = { heading: 'Search in the project', title: `Search · ${project.fullPath}`, action };
  return { ...presentPage(result, { ...place, tabs: IN_PROJECT, addressOf }), project };
}

function presentPage(
  { scope, text, rows, error = null }: SearchResult,
  place: {
    readonly heading: string;
    readonly title: string;
    readonly action: string;
    readonly tabs: readonly Tab[];
    readonly addressOf: (tab: Tab) => string;
  },
): SearchPage {
  const { heading, title, action, tabs, addressOf } = place;
  return {
    ...{ heading, title, action, scope, error },
    values: { search: text },
    tabs: tabs.map((tab) => ({ name: TITLES[tab], address: addressOf(tab), current: tab === scope })),
    rows: rows && rows.items,
    pager: rows && pageLinks(rows, addressOf(scope)),
  };
}

export function presentFoundRows({ found, paths }: FoundOnPage): Page<FoundRow> {
  switch (found.scope) {
    case 'projects':
      return found.page.map(({ fullPath, name, namespace, description, visibility }) =>
        row(`/${fullPath}`, `${namespace.fullName} / ${name}`, description ?? '', visibility),
      );
    case 'groups':
      return found.page.map(({ fullPath, fullName, description, visibility }) =>
        row(`/groups/${fullPath}`, fullName, description ?? '', visibility),
      );
    case 'merge_requests':
      return found.page.map(({ references, iid, title, author, created_at, state }) => {
        const [path] = references.full.split('!');
        const about = `${references.full}, opened on ${created_at.slice(0, 10)} by ${author.name}`;
        return row(`/${path}/-/merge_requests/${iid}`, title, about, state === 'opened' ? 'open' : state);
      });
    case 'issues':
      return found.page.map(({ projectPath, iid, title, author, createdAt, state }) => {
        const about = `${projectPath}#${iid}, opened on ${createdAt.toISOString().slice(0, 10)} by ${author.name}`;
        return row(`/${projectPath}/-/issues/${iid}`, title, about, state === 'opened' ? 'open' : 'closed');
      });
    case 'milestones':
      return found.page.map(({ projectId, iid, title, state }) => {
        const path = paths.get(projectId!) ?? '';
        return row(`/${path}/-/milestones/${iid}`, title, path, state);
      });
    case 'users':
      return found.page.map(({ username, name }) => row(`/${username}`, name, `@${username}`, null));
  }
}

/** @param fullPath of the project */
export function presentFoundCode({ ref, ...found }: FoundCode, fullPath: string): Page<FoundRow> {
  if (found.scope === 'commits') return found.page.map((commit) => commitRow(commit, fullPath));
  return found.page.map((lines) => linesRow(lines, `/${fullPath}/-/blob/${encodedPath(ref ?? 'HEAD')}`));
}

function commitRow({ id, message, author, committer }: CommitCard, fullPath: string): FoundRow {
  const day = new Date(committer.seconds * 1000).toISOString().slice(0, 10);
  return row(`/${fullPath}/-/commit/${id}`, titleOf(message), `${id.slice(0, 8)}, by ${author.name} on ${day}`, null);
}

function linesRow({ path, startLine, text }: FoundLines, files: string): FoundRow {
  const address = `${files}/${encodedPath(path)}#L${startLine}`;
  return { ...row(address, path, `from line ${startLine}`, null), code: text };
}

function row(address: string, title: string, about: string, tag: string | null): FoundRow {
  return { address, title, about, tag, code: null };
}
