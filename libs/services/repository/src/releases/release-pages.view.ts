import type { ProjectAccess } from '@hearth/contract-kit';
import type { Page } from '@hearth/http';
import { pageLinks, presentPageProject, type PageLinks, type PageProject, type PageText } from '@hearth/pages';
import { archiveLinks, presentCommitLine, refAddress, type CommitLine } from '../pages/ref-page.view.js';
import { releasePageAddress } from './release-address.js';
import type { ReleaseFact } from './releases.facts.js';

export interface ReleasePageData {
  readonly releases: {
    readonly title: string;
    readonly project: PageProject;
    readonly rows: readonly ReleaseRow[];
    readonly pager: PageLinks;
  };
}

export interface ReleaseRow {
  readonly name: string;
  /** Of its own page. */
  readonly address: string;
  readonly tag: string;
  readonly tagAddress: string;
  readonly releasedAt: Date;
  readonly isUpcoming: boolean;
  readonly author: { readonly name: string; readonly address: string } | null;
  /** Null for a tag of a tree or blob. */
  readonly commit: CommitLine | null;
  /** Null: the text is shown instead. */
  readonly html: string | null;
  readonly text: string;
  readonly archives: readonly { readonly name: string; readonly address: string }[];
  readonly links: readonly { readonly name: string; readonly address: string }[];
}

/**
 * @param texts of the releases, in their order
 * @param now decides which releases are upcoming ones
 */
export function presentReleasesPage(
  access: ProjectAccess,
  releases: Page<ReleaseFact>,
  texts: readonly PageText[],
  now: Date,
): ReleasePageData['releases'] {
  const project = presentPageProject(access, 'tags');
  return {
    title: `Releases · ${project.fullPath}`,
    project,
    rows: releases.items.map((fact, index) => presentReleaseRow(project, fact, texts[index]!, now)),
    pager: pageLinks(releases, `${project.address}/-/releases`),
  };
}

function presentReleaseRow(
  project: PageProject,
  { release, author, commit }: ReleaseFact,
  { html, text }: PageText,
  now: Date,
): ReleaseRow {
  const { tag, name, releasedAt, links } = release;
  return {
    ...{ name, tag, releasedAt, html, text },
    isUpcoming: releasedAt > now,
    address: releasePageAddress(project.address, tag),
    tagAddress: refAddress(project, 'tree', { ref: tag, path: '' }),
    author: author && { name: author.name, address: `/${author.username}` },
    commit: commit && presentCommitLine(project, commit),
    archives: archiveLinks(project, tag),
    // Links are web addresses or FTP; browsers open only the former.
    links: links.filter(({ url }) => /^https?:/i.test(url)).map((link) => ({ name: link.name, address: link.url })),
  };
}
