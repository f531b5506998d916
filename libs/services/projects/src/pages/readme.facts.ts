import { Injectable } from '@nestjs/common';
import { Calls, answerOr } from '@hearth/calls';
import type { Principal } from '@hearth/contract-kit';
import { PageTexts, encodedPath, type PageText } from '@hearth/pages';
import { FileTextQuery } from '@hearth/repository-contracts';
import type { VisibleProject } from '../projects/projects.store.js';

/** A larger README is shown on its own page only. */
const MOST_BYTES = 256 * 1024;
const MARKDOWN = /\.(?:md|markdown|mkd|mkdn)$/i;

/** README of a project's default branch. */
export interface ProjectReadme {
  readonly path: string;
  /** Address of its own page. */
  readonly address: string;
  readonly text: PageText;
}

/** Reads READMEs for the pages of projects. */
@Injectable()
export class ReadmeFacts {
  constructor(
    private readonly calls: Calls,
    private readonly pageTexts: PageTexts,
  ) {}

  /**
   * @param commit the newest one of the default branch, whose code the caller may read
   * @returns null without one, and while repository does not answer: the page is useful without it
   */
  async of(project: VisibleProject, commit: string, caller: Principal | null): Promise<ProjectReadme | null> {
    const { id: projectId, defaultBranch: ref, readmePath: path, fullPath } = project;
    if (ref === null || path === null) return null;
    const text = await this.read(projectId, commit, path);
    if (text === null) return null;
    const address = `/${fullPath}/-/blob/${encodedPath(`${ref}/${path}`)}`;
    if (!MARKDOWN.test(path)) return { path, address, text: { text, html: null } };
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const [rendered] = await this.pageTexts.of(
      [text],
      { project: fullPath, file: { ref, folder } },
      { principal: caller },
    );
    return { path, address, text: rendered! };
  }

  private async read(projectId: VisibleProject['id'], commit: string, path: string): Promise<string | null> {
    const asked = { projectId, commit, path, mostBytes: MOST_BYTES };
    const file = await answerOr(this.calls.query(FileTextQuery, asked), null);
    return file?.outcome === 'found' ? file.text : null;
  }
}
