import { hash } from 'node:crypto';
import type { GitSample, Made, Role, Sample, Samples, Target } from '@hearth/testing';

async function newBranch({ as, project, fresh }: Target): Promise<Made> {
  const branch = fresh();
  const made = await as.admin.post(`/projects/${project}/repository/branches`, { branch, ref: 'main' });
  made.expect(201);
  return { segments: { branch } };
}

async function moveOfProject({ as, project }: Target): Promise<Made> {
  const [move] = await as.admin.read<{ id: number }[]>(`/projects/${project}/repository_storage_moves?per_page=1`);
  return { segments: { repository_storage_move_id: move!.id } };
}

const FILE: Sample = { segments: () => ({ file_path: 'file-1.txt' }), query: { ref: 'main' } };
async function newTag({ as, project, fresh }: Target, _role: Role, release?: string): Promise<Made> {
  const name = fresh();
  const tag = { tag_name: name, ref: 'main', ...(release && { release_description: release }) };
  (await as.admin.post(`/projects/${project}/repository/tags`, tag)).expect(201);
  return { segments: { tag_name: name } };
}

function releasedTag(target: Target, role: Role): Promise<Made> {
  return newTag(target, role, 'x');
}

async function linkedRelease(target: Target, role: Role): Promise<Made> {
  const { segments } = await releasedTag(target, role);
  const links = `/projects/${target.project}/releases/${segments!['tag_name']}/assets/links`;
  const made = await target.as.admin.post(links, { name: 'x', url: 'https://example.com', filepath: '/bin/x' });
  return { segments: { ...segments, link_id: made.expect(201).json<{ id: number }>().id, filepath: 'bin/x' } };
}

async function newProtection({ as, project, fresh }: Target): Promise<Made> {
  const name = fresh();
  (await as.admin.post(`/projects/${project}/protected_branches`, { name })).expect(201);
  return { segments: { name } };
}

async function newTagProtection({ as, project, fresh }: Target): Promise<Made> {
  const name = fresh();
  (await as.admin.post(`/projects/${project}/protected_tags`, { name })).expect(201);
  return { segments: { name } };
}

/** A branch for commits: on `main` they would make all other branches merged ones. */
const CHANGES = { branch: 'changes', commit_message: 'Change a file' };

async function changesBranch({ as, project }: Target): Promise<Made> {
  const made = await as.admin.post(`/projects/${project}/repository/branches`, { branch: CHANGES.branch, ref: 'main' });
  made.expect(201, 400);
  return {};
}

async function newFile(target: Target): Promise<Made> {
  await changesBranch(target);
  const { as, project, fresh } = target;
  const file_path = fresh();
  const made = await as.admin.post(`/projects/${project}/repository/files/${file_path}`, { ...CHANGES, content: '' });
  made.expect(201);
  return { segments: { file_path } };
}

/** Makes a commit, on the branch or outside of it. */
async function newCommit(target: Target, on: object): Promise<Made> {
  await changesBranch(target);
  const { as, project, fresh } = target;
  const actions = [{ action: 'create', file_path: fresh(), content: 'text' }];
  const made = await as.admin.post(`/projects/${project}/repository/commits`, { ...CHANGES, ...on, actions });
  return { segments: { sha: made.expect(201).json<{ id: string }>().id } };
}

async function newDiscussion({ as, project, sha, fresh }: Target, role: Role): Promise<Made> {
  const made = await as[role].post(`/projects/${project}/repository/commits/${sha}/discussions`, { body: fresh() });
  const { id, notes } = made.expect(201).json<{ id: string; notes: { id: number }[] }>();
  return { segments: { sha, discussion_id: id, note_id: notes[0]!.id } };
}

const DISCUSSIONS = '/projects/:id/repository/commits/:sha/discussions';
const COMMIT_DISCUSSIONS: Samples = {
  [`POST ${DISCUSSIONS}`]: { body: ({ fresh }) => ({ body: fresh() }) },
  [`GET ${DISCUSSIONS}/:discussion_id`]: { before: newDiscussion },
  [`GET ${DISCUSSIONS}/:discussion_id/notes`]: { before: newDiscussion, short: 'the discussion is new' },
  [`POST ${DISCUSSIONS}/:discussion_id/notes`]: { before: newDiscussion, body: ({ fresh }) => ({ body: fresh() }) },
  [`GET ${DISCUSSIONS}/:discussion_id/notes/:note_id`]: { before: newDiscussion },
  [`PUT ${DISCUSSIONS}/:discussion_id/notes/:note_id`]: {
    before: newDiscussion,
    body: ({ fresh }) => ({ body: fresh() }),
  },
  [`DELETE ${DISCUSSIONS}/:discussion_id/notes/:note_id`]: { before: newDiscussion },
};

/** A project of its own, as the template is on the default branch. */
function templates(type: string, folder: string): Samples {
  const before = async ({ as, fresh }: Target, role: Role): Promise<Made> => {
    const made = await as[role].post('/projects', { name: fresh(), initialize_with_readme: true });
    const { id } = made.expect(201).json<{ id: number }>();
    const at = `/projects/${id}/repository/files/${encodeURIComponent(`.gitlab/${folder}/Sample.md`)}`;
    (await as[role].post(at, { branch: 'main', commit_message: 'Add a template', content: 'x' })).expect(201);
    return { segments: { id, name: 'Sample' } };
  };
  const path = `/projects/:id/templates/${type}`;
  return { [`GET ${path}`]: { short: 'there are few templates' }, [`GET ${path}/:name`]: { before } };
}

const TEMPLATES: Samples = {
  ...templates('issues', 'issue_templates'),
  ...templates('merge_requests', 'merge_request_templates'),
};

export const REPOSITORY: Samples = {
  'POST /projects/:id/repository/commits/:sha/cherry_pick': {
    before: (target) => newCommit(target, { branch: target.fresh(), start_branch: 'main' }),
    body: () => CHANGES,
  },
  'POST /projects/:id/repository/commits/:sha/revert': {
    before: (target) => newCommit(target, {}),
    body: () => CHANGES,
  },
  'POST /projects/:id/repository/commits': {
    before: changesBranch,
    body: ({ fresh }) => ({ ...CHANGES, actions: [{ action: 'create', file_path: fresh(), content: 'text' }] }),
  },
  'POST /projects/:id/repository/files/:file_path': {
    before: changesBranch,
    segments: ({ fresh }) => ({ file_path: fresh() }),
    body: () => ({ ...CHANGES, content: 'text' }),
  },
  'PUT /projects/:id/repository/files/:file_path': {
    before: newFile,
    body: () => ({ ...CHANGES, content: 'text' }),
  },
  'PUT /projects/:id/repository/submodules/:submodule': {
    before: changesBranch,
    segments: () => ({ submodule: 'vendor' }),
    body: ({ fresh }) => ({ branch: CHANGES.branch, commit_sha: hash('sha1', fresh()) }),
  },
  'DELETE /projects/:id/repository/files/:file_path': { before: newFile, body: () => CHANGES },
  'GET /projects/:id/repository/commits/:sha/diff': { short: 'the commit changes one file' },
  'GET /projects/:id/repository/commits/:sha/signature': { segments: () => ({ sha: 'signed' }) },
  'GET /projects/:id/repository/contributors': { short: 'one person has made all commits' },
  'GET /projects/:id/repository/compare': { query: { from: 'branch-1', to: 'main' } },
  'GET /projects/:id/repository/files/:file_path': FILE,
  'GET /projects/:id/repository/files/:file_path/raw': FILE,
  'GET /projects/:id/repository/files/:file_path/blame': { ...FILE, short: 'one commit has written the file' },
  'GET /-/project/:id/archive/:path': { segments: ({ project }) => ({ id: String(project), path: 'main/a.zip' }) },
  'GET /-/project/:id/commit/:sha.patch': { segments: ({ project }) => ({ id: String(project), sha: 'main' }) },
  'GET /-/project/:id/commit/:sha.diff': { segments: ({ project }) => ({ id: String(project), sha: 'main' }) },
  'GET /-/project/:id/compare/:range.patch': {
    segments: ({ project }) => ({ id: String(project), range: 'branch-1...main' }),
  },
  'GET /-/project/:id/compare/:range.diff': {
    segments: ({ project }) => ({ id: String(project), range: 'branch-1...main' }),
  },
  'GET /-/project/:id/raw/:path': { segments: ({ project }) => ({ id: String(project), path: 'main/file-1.txt' }) },
  'GET /projects/:id/repository/changelog': { query: { version: '1.0.0', from: 'tag-1', to: 'topic' } },
  'POST /projects/:id/repository/changelog': {
    before: changesBranch,
    body: ({ fresh }) => ({ version: `1.0.0-${fresh()}`, from: 'tag-1', branch: CHANGES.branch }),
  },
  'GET /projects/:id/repository/merge_base': { query: { refs: 'main,branch-1' } },
  'GET /projects/:id/repository/archive.:format': { segments: () => ({ format: 'zip' }) },
  'GET /projects/:id/repository/blobs/:sha': { segments: ({ blob }) => ({ sha: blob }) },
  'GET /projects/:id/repository/blobs/:sha/raw': { segments: ({ blob }) => ({ sha: blob }) },
  'POST /projects/:id/repository/branches': { body: ({ fresh }) => ({ branch: fresh(), ref: 'main' }) },
  'DELETE /projects/:id/repository/branches/:branch': { before: newBranch },
  'PUT /projects/:id/repository/branches/:branch/protect': { before: newBranch },
  'PUT /projects/:id/repository/branches/:branch/unprotect': { before: newBranch },
  'DELETE /projects/:id/repository/merged_branches': {},
  'POST /projects/:id/repository/commits/:sha/comments': { body: () => ({ note: 'x', path: 'file-1.txt', line: 1 }) },
  ...COMMIT_DISCUSSIONS,
  ...TEMPLATES,
  'GET /projects/:id/repository/tags/:tag_name': { segments: () => ({ tag_name: 'tag-1' }) },
  'POST /projects/:id/repository/tags': { body: ({ fresh }) => ({ tag_name: fresh(), ref: 'main', message: 'x' }) },
  'DELETE /projects/:id/repository/tags/:tag_name': { before: newTag },
  'POST /projects/:id/repository/tags/:tag_name/release': { before: newTag, body: () => ({ description: 'x' }) },
  'PUT /projects/:id/repository/tags/:tag_name/release': { before: releasedTag, body: () => ({ description: 'y' }) },
  'GET /groups/:id/releases': { query: { simple: true } },
  'GET /projects/:id/releases/:tag_name': { before: releasedTag },
  'POST /projects/:id/releases': {
    body: ({ fresh }) => ({
      tag_name: fresh(),
      ref: 'main',
      description: 'x',
      assets: { links: [{ name: 'x', url: 'https://example.com' }] },
    }),
  },
  'PUT /projects/:id/releases/:tag_name': { before: releasedTag, body: () => ({ description: 'y' }) },
  'DELETE /projects/:id/releases/:tag_name': { before: releasedTag },
  'GET /projects/:id/releases/:tag_name/downloads/:filepath': { before: linkedRelease },
  'GET /projects/:id/releases/:tag_name/assets/links': { segments: () => ({ tag_name: 'tag-1' }) },
  'GET /projects/:id/releases/:tag_name/assets/links/:link_id': { before: linkedRelease },
  'POST /projects/:id/releases/:tag_name/assets/links': {
    before: releasedTag,
    body: () => ({ name: 'x', url: 'https://example.com' }),
  },
  'PUT /projects/:id/releases/:tag_name/assets/links/:link_id': { before: linkedRelease, body: () => ({ name: 'y' }) },
  'DELETE /projects/:id/releases/:tag_name/assets/links/:link_id': { before: linkedRelease },
  'GET /projects/:id/protected_branches/:name': { before: newProtection },
  'POST /projects/:id/protected_branches': { body: ({ fresh }) => ({ name: fresh() }) },
  'PATCH /projects/:id/protected_branches/:name': { before: newProtection, body: () => ({ allow_force_push: true }) },
  'DELETE /projects/:id/protected_branches/:name': { before: newProtection },
  'GET /projects/:id/protected_tags/:name': { before: newTagProtection },
  'POST /projects/:id/protected_tags': { body: ({ fresh }) => ({ name: fresh() }) },
  'DELETE /projects/:id/protected_tags/:name': { before: newTagProtection },
  'POST /projects/:id/housekeeping': {
    before: async ({ as, fresh }, role) => {
      const made = await as[role].post('/projects', { name: fresh(), initialize_with_readme: true });
      return { segments: { id: made.expect(201).json<{ id: number }>().id } };
    },
  },
  'POST /projects/:id/repository_storage_moves': {
    before: async ({ as, fresh }) => {
      const made = await as.member.post('/projects', { name: fresh() });
      return { segments: { id: made.expect(201).json<{ id: number }>().id } };
    },
  },
  'POST /project_repository_storage_moves': { body: () => ({ source_storage_name: 'storage-2' }) },
  'GET /project_repository_storage_moves/:repository_storage_move_id': { before: moveOfProject },
  'GET /projects/:id/repository_storage_moves/:repository_storage_move_id': { before: moveOfProject },
};

/** End of a list of refs or wants: nothing is fetched or pushed, but all checks run. */
const FLUSH = '0000';

export const GIT_SAMPLES: readonly GitSample[] = [
  ...['upload', 'receive'].map((kind) => ({
    name: `info/refs?service=git-${kind}-pack`,
    method: 'GET' as const,
    path: `/info/refs?service=git-${kind}-pack`,
  })),
  ...['upload', 'receive'].map((kind) => ({
    name: `git-${kind}-pack`,
    method: 'POST' as const,
    path: `/git-${kind}-pack`,
    headers: { 'content-type': `application/x-git-${kind}-pack-request` },
    body: FLUSH,
  })),
];
