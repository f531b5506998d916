/** Title of a milestone, or a kind of milestones. */
export type MilestoneFilter = { readonly title: string } | 'none' | 'any' | 'upcoming' | 'started';

/** Converts the text of the parameter `milestone`. */
export function milestoneFilter(title: string): MilestoneFilter {
  if (title === 'No Milestone' || title === 'None') return 'none';
  if (title === 'Any Milestone' || title === 'Any') return 'any';
  if (title === '#upcoming') return 'upcoming';
  return title === '#started' ? 'started' : { title };
}
