import {
  discussionSamples,
  type Made,
  noteSamples,
  resourceEventSamples,
  type Role,
  type Samples,
  type Target,
} from '@hearth/testing';

/** Makes two new branches of the project, the source with more commits than the target. */
async function newBranches({ as, project, fresh }: Target): Promise<{ source_branch: string; target_branch: string }> {
  const [source_branch, target_branch] = [fresh(), fresh()];
  for (const [branch, ref] of [
    [source_branch, 'topic'],
    [target_branch, 'main'],
  ])
    (await as.member.post(`/projects/${project}/repository/branches`, { branch, ref })).expect(201);
  return { source_branch, target_branch };
}

const newMergeRequest = async (target: Target): Promise<Made> => {
  const branches = await newBranches(target);
  const made = await target.as.member.post(`/projects/${target.project}/merge_requests`, { title: 'new', ...branches });
  return { segments: { merge_request_iid: made.expect(201).json<{ iid: number }>().iid } };
};

/** Makes a merge request that will be merged when its pipeline succeeds. */
const autoMerged = async (target: Target): Promise<Made> => {
  const made = await newMergeRequest(target);
  await target.query(
    `update merge_requests.merge_requests set merge_when_pipeline_succeeds = true, auto_merge_user_id = $3, auto_merge_sha = head_sha,
       auto_merge_options = '{}', auto_merge_at = now() where target_project_id = $1 and iid = $2`,
    [target.project, made.segments!['merge_request_iid'], target.member],
  );
  return made;
};

const unsubscribed = async (target: Target, role: Role): Promise<Made> => {
  const made = await newMergeRequest(target);
  const at = `/projects/${target.project}/merge_requests/${made.segments!['merge_request_iid']}`;
  // The author is subscribed from the start, other users are not.
  if (role === 'member') (await target.as.member.post(`${at}/unsubscribe`)).expect(201);
  return made;
};

const subscribed = async (target: Target, role: Role): Promise<Made> => {
  const made = await newMergeRequest(target);
  const at = `/projects/${target.project}/merge_requests/${made.segments!['merge_request_iid']}`;
  if (role === 'admin') (await target.as.admin.post(`${at}/subscribe`)).expect(201);
  return made;
};

const newestVersion = async ({ query, project }: Target): Promise<Made> => {
  const [row] = await query<{ id: number }>(
    `select latest_version_id as id from merge_requests.merge_requests where target_project_id = $1 and iid = 1`,
    [project],
  );
  return { segments: { merge_request_iid: 1, version_id: Number(row!.id) } };
};

/** Completes all mergeability checks of the list's rows: otherwise the number of added jobs would depend on the request before. */
const checked = async ({ query }: Target): Promise<Made> => {
  await query(
    `update merge_requests.merge_requests set merge_status = 'cannot_be_merged', checked_source_sha = null, checked_target_sha = null
     where state = 'opened'`,
    [],
  );
  return {};
};

/** Completes the check of the first one, so that reading it starts none. */
const firstChecked = async ({ as, project }: Target): Promise<Made> => {
  await as.member.read(`/projects/${project}/merge_requests/1`);
  return { segments: { merge_request_iid: 1 } };
};

/** Makes a new merge request that the admin and, if asked, the member have approved; authors may approve in the project. */
const approvable =
  (isApproved: boolean) =>
  async (target: Target, role: Role): Promise<Made> => {
    const settings = { merge_requests_author_approval: true };
    (await target.as.admin.post(`/projects/${target.project}/approvals`, settings)).expect(201);
    const made = await newMergeRequest(target);
    const at = `/projects/${target.project}/merge_requests/${made.segments!['merge_request_iid']}`;
    if (isApproved) (await target.as[role].post(`${at}/approve`)).expect(201);
    return made;
  };

/** Makes a new merge request that the admin has approved, and the token of a bot that is a developer. */
const resettable = async (target: Target): Promise<Made> => {
  const made = await approvable(true)(target, 'admin');
  const bot = { name: 'bot', scopes: ['api'], access_level: 30 };
  const answer = await target.as.admin.post(`/projects/${target.project}/access_tokens`, bot);
  return { ...made, token: answer.expect(201).json<{ token: string }>().token };
};

async function removeRules(query: Target['query'], project: number): Promise<void> {
  for (const table of ['approval_rules', 'regular_approval_rules'])
    await query(`delete from merge_requests.${table} where project_id = $1`, [project]);
}

/** The only rule of the project, made anew. */
const newRule = async ({ as, project, query, user, group }: Target): Promise<Made> => {
  await removeRules(query, project);
  const rule = { name: 'any', approvals_required: 0, user_ids: [user], group_ids: [group] };
  const made = (await as.admin.post(`/projects/${project}/approval_rules`, rule)).expect(201);
  return { segments: { approval_rule_id: made.json<{ id: number }>().id } };
};
/** A merge request with the only rule of its own. */
const newOwnRule = async (target: Target): Promise<Made> => {
  const made = await overridable(target);
  const at = `/projects/${target.project}/merge_requests/${made.segments!['merge_request_iid']}/approval_rules`;
  const rule = { name: 'own', approvals_required: 0, user_ids: [target.user], group_ids: [target.group] };
  const { id } = (await target.as.admin.post(at, rule)).expect(201).json<{ id: number }>();
  return { segments: { ...made.segments, approval_rule_id: id } };
};
/** Makes a new merge request into the project, which lets merge requests have rules of their own. */
async function overridable(target: Target): Promise<Made> {
  const settings = { disable_overriding_approvers_per_merge_request: false };
  (await target.as.admin.post(`/projects/${target.project}/approvals`, settings)).expect(201);
  return newMergeRequest(target);
}
/** Makes a draft note of the caller on a new merge request. */
const newDraftNote = async (target: Target, role: Role): Promise<Made> => {
  const { segments } = await newMergeRequest(target);
  const at = `/projects/${target.project}/merge_requests/${segments!['merge_request_iid']}/draft_notes`;
  const made = (await target.as[role].post(at, { note: target.fresh() })).expect(201);
  return { segments: { ...segments, draft_note_id: made.json<{ id: number }>().id } };
};
/** Makes a suggestion on the first line of a new merge request. @returns its id */
async function newSuggestion(target: Target): Promise<number> {
  const { segments } = await newMergeRequest(target);
  const at = `/projects/${target.project}/merge_requests/${segments!['merge_request_iid']}`;
  const { diff_refs: refs } = await target.as.member.read<{ diff_refs: object }>(at);
  const [file] = await target.as.member.read<{ new_path: string }[]>(`${at}/diffs`);
  const position = { position_type: 'text', ...refs, new_path: file!.new_path, new_line: 1 };
  const given = { body: '```suggestion\nother\n```', position };
  const made = (await target.as.member.post(`${at}/discussions`, given)).expect(201);
  return made.json<{ notes: { suggestions: { id: number }[] }[] }>().notes[0]!.suggestions[0]!.id;
}
const withoutRule = async ({ project, query }: Target): Promise<Made> => {
  await removeRules(query, project);
  return {};
};

/** Lists the target's rows first, which have labels; those of other requests have none. */
const OLDEST_FIRST = { sort: 'asc' };
const ONE = '/projects/:id/merge_requests/:merge_request_iid';
const NOTEABLE = { resource: 'merge_requests', segment: 'merge_request_iid', numberIn: () => 1 };
/** Gives the newest merge requests a label: the list begins with them. */
async function labelled({ query, project, rows }: Target): Promise<Made> {
  await query(
    `insert into merge_requests.merge_request_labels (merge_request_id, label_id)
     select m.id, (select min(id) from projects.labels where project_id = $1) from merge_requests.merge_requests m
     where m.target_project_id = $1 order by m.iid desc limit $2 on conflict do nothing`,
    [project, rows],
  );
  return {};
}

/** Plans the oldest merge requests for the first milestone. */
function planned(kind: 'project' | 'group') {
  const column = kind === 'project' ? 'project_id' : 'namespace_id';
  return async (target: Target): Promise<Made> => {
    const { query, project, rows } = target;
    await checked(target);
    const [row] = await query<{ id: number }>(`select min(id) as id from projects.milestones where ${column} = $1`, [
      target[kind],
    ]);
    const milestone = Number(row!.id);
    await query(
      `update merge_requests.merge_requests set milestone_id = $3 where id = any (array(
         select id from merge_requests.merge_requests where target_project_id = $1 order by iid limit $2))`,
      [project, rows, milestone],
    );
    return { segments: { milestone_id: milestone } };
  };
}

/** As many merge requests into the default branch as there are rows close the first issue. */
async function mentioned({ query, project, rows }: Target): Promise<Made> {
  const closing = `select id, iid from merge_requests.merge_requests
    where target_project_id = $1 and target_branch = 'main' and deleted_at is null order by iid limit $2`;
  await query(
    `update merge_requests.merge_requests set description = 'Closes #1' where id in (select id from (${closing}) closing)`,
    [project, rows],
  );
  await query(
    `insert into projects.cross_references (issue_id, source)
     select i.id, concat_ws(' ', 'merge_request', $1::bigint, closing.iid) from projects.issues i, (${closing}) closing
     where i.project_id = $1 and i.iid = 1 on conflict do nothing`,
    [project, rows],
  );
  return { segments: { issue_iid: 1 } };
}

const onPage = { segments: ({ project }: Target) => ({ id: String(project), iid: 1 }) };
const first = { segments: () => ({ merge_request_iid: 1 }) };

export const MERGE_REQUESTS: Samples = {
  ...noteSamples(NOTEABLE),
  ...discussionSamples(NOTEABLE),
  ...resourceEventSamples(NOTEABLE),
  [`PUT ${ONE}/discussions/:discussion_id`]: {
    before: discussionSamples(NOTEABLE)[`GET ${ONE}/discussions/:discussion_id`]!.before!,
    body: () => ({ resolved: true }),
  },
  'GET /merge_requests': { before: checked, query: { scope: 'all', ...OLDEST_FIRST } },
  'GET /groups/:id/merge_requests': { before: checked, query: OLDEST_FIRST },
  'GET /projects/:id/merge_requests': { before: checked, query: OLDEST_FIRST },
  'POST /projects/:id/merge_requests': {
    body: async (target) => ({ title: 'new', ...(await newBranches(target)) }),
  },
  [`GET ${ONE}`]: first,
  'GET /-/project/:id/merge_requests/:iid.patch': onPage,
  'GET /-/project/:id/merge_requests/:iid.diff': onPage,
  [`PUT ${ONE}`]: { before: newMergeRequest, body: ({ fresh }) => ({ title: fresh() }) },
  [`DELETE ${ONE}`]: { before: newMergeRequest },
  [`POST ${ONE}/subscribe`]: { before: unsubscribed },
  [`POST ${ONE}/unsubscribe`]: { before: subscribed },
  [`GET ${ONE}/participants`]: first,
  [`GET ${ONE}/commits`]: first,
  [`GET ${ONE}/changes`]: { before: firstChecked },
  [`GET ${ONE}/diffs`]: first,
  [`GET ${ONE}/raw_diffs`]: first,
  'GET /projects/:id/issues/:issue_iid/related_merge_requests': { before: mentioned },
  'GET /projects/:id/issues/:issue_iid/closed_by': { before: mentioned },
  'GET /projects/:id/milestones/:milestone_id/merge_requests': { before: planned('project') },
  'GET /groups/:id/milestones/:milestone_id/merge_requests': { before: planned('group') },
  'GET /projects/:id/repository/commits/:sha/merge_requests': {
    segments: () => ({ sha: 'topic' }),
    before: labelled,
  },
  [`GET ${ONE}/reviewers`]: { ...first, short: 'a merge request has a few reviewers at most' },
  [`GET ${ONE}/approvals`]: first,
  [`GET ${ONE}/approval_state`]: first,
  [`POST ${ONE}/approve`]: { before: approvable(false) },
  [`POST ${ONE}/unapprove`]: { before: approvable(true) },
  [`PUT ${ONE}/reset_approvals`]: { before: resettable },
  [`GET ${ONE}/approval_rules`]: { before: newOwnRule, short: 'a merge request has a few rules at most' },
  [`POST ${ONE}/approval_rules`]: {
    before: overridable,
    body: ({ user, group }) => ({ name: 'own', approvals_required: 0, user_ids: [user], group_ids: [group] }),
  },
  [`GET ${ONE}/approval_rules/:approval_rule_id`]: { before: newOwnRule },
  [`PUT ${ONE}/approval_rules/:approval_rule_id`]: { before: newOwnRule, body: ({ fresh }) => ({ name: fresh() }) },
  [`DELETE ${ONE}/approval_rules/:approval_rule_id`]: { before: newOwnRule },
  [`GET ${ONE}/draft_notes`]: { before: newDraftNote, short: 'a user has a few draft notes at most' },
  [`POST ${ONE}/draft_notes`]: { before: newMergeRequest, body: ({ fresh }) => ({ note: fresh() }) },
  [`GET ${ONE}/draft_notes/:draft_note_id`]: { before: newDraftNote },
  [`PUT ${ONE}/draft_notes/:draft_note_id`]: { before: newDraftNote, body: ({ fresh }) => ({ note: fresh() }) },
  [`DELETE ${ONE}/draft_notes/:draft_note_id`]: { before: newDraftNote },
  [`PUT ${ONE}/draft_notes/:draft_note_id/publish`]: { before: newDraftNote },
  [`POST ${ONE}/draft_notes/bulk_publish`]: { before: newDraftNote },
  'PUT /suggestions/:id/apply': {
    before: async (target) => ({ segments: { id: await newSuggestion(target) } }),
  },
  'PUT /suggestions/batch_apply': {
    body: async (target) => ({ ids: [await newSuggestion(target)] }),
    short: 'as many as the request names',
  },
  [`GET ${ONE}/time_stats`]: first,
  [`POST ${ONE}/time_estimate`]: { before: newMergeRequest, body: () => ({ duration: '1h' }) },
  [`POST ${ONE}/reset_time_estimate`]: { before: newMergeRequest },
  [`POST ${ONE}/add_spent_time`]: { before: newMergeRequest, body: () => ({ duration: '1h' }) },
  [`POST ${ONE}/reset_spent_time`]: { before: newMergeRequest },
  'GET /projects/:id/approvals': {},
  'POST /projects/:id/approvals': { body: () => ({ approvals_before_merge: 0 }) },
  'GET /projects/:id/approval_rules': { before: newRule, short: 'a project has a few rules at most' },
  'POST /projects/:id/approval_rules': {
    before: withoutRule,
    body: ({ fresh, user, group }) => ({
      name: fresh(),
      approvals_required: 0,
      user_ids: [user],
      group_ids: [group],
    }),
  },
  'GET /projects/:id/approval_rules/:approval_rule_id': { before: newRule },
  'PUT /projects/:id/approval_rules/:approval_rule_id': {
    before: newRule,
    body: ({ fresh }) => ({ name: fresh() }),
  },
  'DELETE /projects/:id/approval_rules/:approval_rule_id': { before: newRule },
  [`GET ${ONE}/closes_issues`]: first,
  [`GET ${ONE}/pipelines`]: first,
  [`GET ${ONE}/versions`]: first,
  [`GET ${ONE}/versions/:version_id`]: { before: newestVersion },
  [`GET ${ONE}/merge_ref`]: { before: newMergeRequest },
  [`PUT ${ONE}/rebase`]: { before: newMergeRequest },
  [`PUT ${ONE}/merge`]: { before: newMergeRequest },
  [`PUT ${ONE}/cancel_merge_when_pipeline_succeeds`]: { before: autoMerged },
  [`POST ${ONE}/cancel_merge_when_pipeline_succeeds`]: { before: autoMerged },
};
