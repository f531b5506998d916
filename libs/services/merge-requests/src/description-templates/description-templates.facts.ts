import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import { Calls, answerOr } from '@hearth/calls';
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
    return answerOr(this.read(projectId, defaultBranch, name), NONE);
  }

  private async read(projectId: ProjectId, branch: string, name: string | undefined): Promise<DescriptionTemplates> {
    const { branches } = await this.calls.query(FindRefsQuery, { projectId, branches: [branch], tags: [] });
    const [commit] = branches;
    if (!commit) return NONE;
    const { paths } = await this.calls.query(FilePathsQuery, { projectId, commit, folder: FOLDER });
    const templates = (paths ?? [])
      .filter((path) => FILE.test(path.slice(FOLDER.length + 1)))
      .map((path) => ({ path, name: path.slice(FOLDER.length + 1, -'.md'.length) }));
    const names = templates.map((template) => template.name);
    const chosen = templates.find((each) =>
      name === undefined ? each.name.toLowerCase() === DEFAULT : each.name === name,
    );
    if (!chosen) return { names, chosen: null, text: '' };
    const file = { projectId, commit, path: chosen.path, mostBytes: MOST_TEXT };
    const { text } = await this.calls.query(FileTextQuery, file);
    return { names, chosen: chosen.name, text };
  }
}
