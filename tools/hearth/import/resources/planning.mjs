/**
 * Labels, milestone and assignees of an issue or merge request, as parameters here.
 * @param {import('../moving.mjs').Moving} moving @param {object} record of the source
 */
export function planningOf({ journal, users }, { labels, milestone, assignees, reviewers }) {
  const milestoneId = milestone && journal.idOf('milestones', milestone.id);
  const [assigneeIds, reviewerIds] = [users.idsOf(assignees), users.idsOf(reviewers)];
  return {
    ...(labels.length > 0 && { labels: labels.join(',') }),
    ...(milestoneId && { milestoneId }),
    ...(assigneeIds.length > 0 && { assigneeIds }),
    ...(reviewerIds.length > 0 && { reviewerIds }),
  };
}

/**
 * Those of the parameters that the record here lacks: its author may not have had the level to set them.
 * @param {ReturnType<typeof planningOf>} wanted @param {object} record of here
 */
export function missingIn(wanted, { labels, milestone, assignees, reviewers }) {
  const ids = (users = []) => users.map(({ id }) => id);
  const present = {
    labels: labels.join(','),
    milestoneId: milestone?.id,
    assigneeIds: ids(assignees),
    reviewerIds: ids(reviewers),
  };
  const isMissing = ([name, value]) => sorted(value) !== sorted(present[name]);
  return Object.fromEntries(Object.entries(wanted).filter(isMissing));
}

function sorted(value) {
  const items = typeof value === 'string' ? value.split(',') : [value ?? []].flat();
  return JSON.stringify(items.toSorted());
}
