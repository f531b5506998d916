import type { FieldErrors } from '../field-errors.rules.js';

/** Fields of a milestone that users can set. */
export interface MilestoneColumns {
  readonly title: string;
  readonly description: string | null;
  /** `YYYY-MM-DD` */
  readonly dueDate: string | null;
  /** `YYYY-MM-DD` */
  readonly startDate: string | null;
}

export type MilestoneState = 'active' | 'closed';

/** All errors of a milestone, by field of the API. @param isTaken another milestone of the project, its groups or their projects has the title */
export function milestoneErrors({ title, startDate, dueDate }: MilestoneColumns, isTaken: boolean): FieldErrors {
  const isBackwards = startDate !== null && dueDate !== null && dueDate < startDate;
  return {
    ...(title.trim() === '' && { title: ["can't be blank"] }),
    ...(isTaken && { title: ['already being used for another group or project milestone.'] }),
    ...(isBackwards && { due_date: ['must be greater than start date'] }),
  };
}
