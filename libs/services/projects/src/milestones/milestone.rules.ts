import type { FieldErrors } from '../refusals.js';

/** What of a milestone may be chosen. */
export interface MilestoneColumns {
  readonly title: string;
  readonly description: string | null;
  /** `YYYY-MM-DD` */
  readonly dueDate: string | null;
  /** `YYYY-MM-DD` */
  readonly startDate: string | null;
}

export type MilestoneState = 'active' | 'closed';

/** Everything that is wrong with a milestone to be, by field of the API. @param isTaken a milestone around it has its title */
export function milestoneErrors({ title, startDate, dueDate }: MilestoneColumns, isTaken: boolean): FieldErrors {
  const isBackwards = startDate !== null && dueDate !== null && dueDate < startDate;
  return {
    ...(title.trim() === '' && { title: ["can't be blank"] }),
    ...(isTaken && { title: ['already being used for another group or project milestone.'] }),
    ...(isBackwards && { due_date: ['must be greater than start date'] }),
  };
}
