/** Quick actions on issues; notes handle awards themselves. */
export const ISSUE_ACTIONS = [
  ...['close', 'reopen', 'title', 'assign', 'unassign', 'label', 'unlabel', 'relabel', 'milestone', 'remove_milestone'],
  ...['due', 'remove_due_date', 'subscribe', 'unsubscribe', 'award'],
];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a day of the calendar as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`);
  return DAY.test(text) && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}
