import { moveDiscussions } from './discussions.mjs';
import { missingIn, planningOf } from './planning.mjs';

/** Creates the issues of a project under their numbers, with their discussions. @param {import('../moving.mjs').Moving} moving @param {import('../places.mjs').Place} place */
export async function moveIssues(moving, place) {
  const { source, report } = moving;
  const { from: projectId, path } = place;
  const issues = await moving.list('issues', path, () => source.Issues.all({ projectId, scope: 'all' }));
  for (const issue of issues.toSorted((a, b) => a.iid - b.iid)) {
    const what = `${path}#${issue.iid}`;
    if (issue.issue_type && issue.issue_type !== 'issue')
      report.note(what, `an issue, and not of type ${issue.issue_type}`);
    const iid = await moving.one('issues', issue.id, {
      what,
      find: () => findIssue(moving, place, issue),
      create: () => createIssue(moving, place, issue),
      finish: (made) => finishIssue(moving, place, issue, made),
    });
    if (iid !== undefined || moving.dryRun)
      await moveDiscussions(moving, { api: 'Issue', place, record: issue, iid, what });
  }
}

async function findIssue({ here }, { to: projectId }, { iid, title }) {
  const [found] = await here.Issues.all({ projectId, scope: 'all', iids: [iid] });
  return found?.title === title ? found.iid : undefined;
}

async function createIssue(moving, { to, url: projectUrl }, issue) {
  const { iid, title, author, description, confidential = false, created_at: createdAt } = issue;
  const written = { author, text: description, verb: 'Opened', projectUrl };
  const given = { iid, createdAt, confidential, ...settingsOf(moving, issue) };
  const made = await moving.asAuthor(written, ({ text, sudo }) =>
    moving.here.Issues.create(to, title, { description: text || undefined, ...given, sudo }),
  );
  return made.iid;
}

function settingsOf(moving, { due_date: dueDate, discussion_locked: discussionLocked, ...issue }) {
  return { ...planningOf(moving, issue), ...(dueDate && { dueDate }), ...(discussionLocked && { discussionLocked }) };
}

async function finishIssue(moving, { to: projectId }, issue, iid) {
  const { here } = moving;
  const present = await here.Issues.show(iid, { projectId });
  const { dueDate, discussionLocked, ...planning } = settingsOf(moving, issue);
  const changes = {
    ...missingIn(planning, present),
    ...(dueDate && !present.due_date && { dueDate }),
    ...(discussionLocked && !present.discussion_locked && { discussionLocked }),
  };
  const { updated_at: updatedAt } = issue;
  if (Object.keys(changes).length > 0) await here.Issues.edit(projectId, iid, { ...changes, updatedAt });
  if (issue.state === 'closed' && present.state !== 'closed')
    await moving.asUser(issue.closed_by, ({ sudo }) =>
      here.Issues.edit(projectId, iid, { stateEvent: 'close', updatedAt, sudo }),
    );
}
