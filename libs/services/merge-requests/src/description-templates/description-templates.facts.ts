import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import { CallFailed, Calls } from '@hearth/calls';
import type { Principal, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { FilePathsQuery, FileTextQuery, FindRefsQuery } from '@hearth/repository-contracts';
import { abilities } from '../abilities.js';
import { MOST_TEXT } from '../merge-requests/merge-request.rules.js';

const FOLDER = '.gitlab/merge_request_templates';
const FILE = /^[^/]+\.md$/i;
/** The template of a form without a chosen one. */
const DEFAULT = 'default';

export interface DescriptionTemplates {
  readonly names: readonly string[];
  readonly chosen: string | null;
  /** Text of the chosen one. */
  readonly text: string;
}

const NONE: DescriptionTemplates = { names: [], chosen: null, text: '' };

/** Reads templates of descriptions from the default branch of a project: `.gitlab/merge_request_templates/Bug.md`. */
@Injectable()
export class DescriptionTemplatesFacts {
  constructor(private readonly calls: Calls) {}

  /**
   * @param name the chosen template; `Default.md` without one
   * @returns none where the caller may not read code, and while repository does not answer: the form works without them
   */
  async of(target: ProjectAccess, caller: Principal, name: string | undefined): Promise<DescriptionTemplates> {
    const { id: projectId, defaultBranch } = target.project;
    if (defaultBranch === null || !may(abilities.downloadCode, target, caller)) return NONE;
    try {
      return await this.read(projectId, defaultBranch, name);
    } catch (error) {
      if (error instanceof CallFailed) return NONE;
      throw error;
    }
  }

  private async read(projectId: ProjectId, branch: string, name: string | undefined): Promise<DescriptionTemplates> {
    const { branches } = await this.calls.query(FindRefsQuery, { projectId, branches: [branch], tags: [] });
    const [commit] = branches;
    if (!commit) return NONE;
    const { paths } = await this.calls.query(FilePathsQuery, { projectId, commit, folder: FOLDER });
    const names = (paths ?? [])
      .map((path) => path.slice(FOLDER.length + 1))
      .filter((file) => FILE.test(file))
      .map((file) => file.slice(0, -'.md'.length));
    const chosen = names.find((each) => (name === undefined ? each.toLowerCase() === DEFAULT : each === name)) ?? null;
    const path = (paths ?? []).find((each) => each.slice(FOLDER.length + 1, -'.md'.length) === chosen);
    if (path === undefined) return { names, chosen: null, text: '' };
    const { text } = await this.calls.query(FileTextQuery, { projectId, commit, path, mostBytes: MOST_TEXT });
    return { names, chosen, text };
  }
}
