import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { ChoicesFacts } from '../merge-requests/choices.facts.js';
import { MOST_ASSIGNED } from '../merge-requests/merge-request.rules.js';
import { MergeRequestInvalid } from '../refusals.js';

/** Fields on the forms of callers who manage merge requests: names, separated by commas, and a title; undefined on other forms. */
export interface PlannedValues {
  readonly labels?: string | undefined;
  readonly assignees?: string | undefined;
  readonly reviewers?: string | undefined;
  readonly milestone?: string | undefined;
}

/** The same fields as the writes take them. */
interface PlannedFields {
  readonly labels: readonly string[];
  readonly assigneeIds: readonly number[];
  readonly reviewerIds: readonly number[];
  readonly milestoneId: number | null;
}

/** Resolves the names that callers who manage merge requests enter in a form. */
@Injectable()
export class PlannedFieldsFacts {
  constructor(private readonly choicesFacts: ChoicesFacts) {}

  /**
   * Returns the fields of a form of a merge request into the project; undefined for a form without them.
   * @throws MergeRequestInvalid for users who do not read the project, and for an unknown milestone
   */
  async of(projectId: ProjectId, values: PlannedValues): Promise<PlannedFields | undefined> {
    const { labels, assignees = '', reviewers = '', milestone = '' } = values;
    if (labels === undefined) return undefined;
    const title = milestone.trim();
    const [assigneeIds, reviewerIds, found] = await Promise.all([
      this.readers(projectId, 'assignees', assignees),
      this.readers(projectId, 'reviewers', reviewers),
      title === '' ? null : this.choicesFacts.milestone(projectId, { title }),
    ]);
    if (title !== '' && !found) throw MergeRequestInvalid({ errors: { milestone: ['does not exist'] } });
    return { labels: namesIn(labels), assigneeIds, reviewerIds, milestoneId: found?.id ?? null };
  }

  private async readers(projectId: ProjectId, field: 'assignees' | 'reviewers', text: string): Promise<number[]> {
    const names = [...new Set(namesIn(text).map((name) => name.replace(/^@/, '').toLowerCase()))];
    if (names.length > MOST_ASSIGNED)
      throw MergeRequestInvalid({ errors: { [field]: [`are more than ${MOST_ASSIGNED}`] } });
    const readers = await this.choicesFacts.readers(projectId, names);
    const ids = new Map(readers.map(({ id, username }) => [username.toLowerCase(), id]));
    const unknown = names.filter((name) => !ids.has(name));
    if (unknown.length > 0)
      throw MergeRequestInvalid({ errors: { [field]: [`include no member or reader ${unknown.join(', ')}`] } });
    return names.map((name) => ids.get(name)!);
  }
}

function namesIn(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
