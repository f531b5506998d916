import type { EndpointCall } from '@hearth/http';
import { presentOwnerFrame, type FormFailure, type OwnerFrame } from '@hearth/pages';
import type { MemberSourceKind } from '../members/membership.rules.js';
import type { MilestoneRecord } from '../milestones/milestones.store.js';
import { MILESTONES } from './milestone-pages.view.js';

/** Values of the form, by the names of its fields; days are `YYYY-MM-DD`. */
export interface MilestoneValues {
  readonly title: string;
  readonly description: string;
  readonly start_date?: string | null | undefined;
  readonly due_date?: string | null | undefined;
}

/** Outcome of the form before. */
export interface MilestoneFormState {
  readonly values?: MilestoneValues;
  readonly failures?: readonly FormFailure[];
}

/** Form of a new milestone, or of one to edit. */
export interface MilestoneFormPageData extends OwnerFrame {
  readonly heading: string;
  /** Address that the form is sent to, and the page that it belongs to. */
  readonly action: string;
  readonly back: string;
  readonly button: string;
  readonly values: MilestoneValues;
  readonly failures: readonly FormFailure[];
}

/** @param milestone null for a new one */
export function presentMilestoneForm(
  kind: MemberSourceKind,
  call: EndpointCall<unknown>,
  milestone: MilestoneRecord | null,
  { values = valuesOf(milestone), failures = [] }: MilestoneFormState,
): MilestoneFormPageData {
  const heading = milestone ? 'Edit milestone' : 'New milestone';
  const frame = presentOwnerFrame(kind, call, 'milestones', { path: MILESTONES, name: heading });
  return {
    ...frame,
    ...{ heading, values, failures },
    action: milestone ? `${frame.at}/${milestone.iid}/edit` : frame.at,
    back: milestone ? `${frame.at}/${milestone.iid}` : frame.at,
    button: milestone ? 'Save' : 'Create milestone',
  };
}

function valuesOf(milestone: MilestoneRecord | null): MilestoneValues {
  const { title = '', description = '', startDate = null, dueDate = null } = milestone ?? {};
  return { title, description: description ?? '', start_date: startDate, due_date: dueDate };
}
