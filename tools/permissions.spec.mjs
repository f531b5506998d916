import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import 'reflect-metadata';
import * as access from '../libs/platform/access/dist/index.js';
import { describeService } from '../libs/platform/http/dist/index.js';
import { abilitiesIn, abilityRows, demands, headOf } from './permissions.mjs';

/**
 * The permission matrix of the API's reference, written by hand: a change of a declaration that changes permissions has to be one here.
 * Columns: anyone, a user, on internal ones a user and an external one; guests on public and internal ones; then on private ones guest, reporter,
 * developer, master, owner; an owner of an archived project; users with the ability by relation to the record; the feature.
 */
const ON_PROJECTS = `
  accept_merge_request             – – – –  – –  – – ✓ ✓ ✓  –  –  merge_requests
  admin_build                      – – – –  – –  – – – ✓ ✓  ✓  –  builds
  admin_issue                      – – – –  – –  – ✓ ✓ ✓ ✓  ✓  –  issues
  admin_label                      – – – –  – –  – ✓ ✓ ✓ ✓  ✓  –  –
  admin_merge_request              – – – –  – –  – – ✓ ✓ ✓  –  –  merge_requests
  admin_merge_request_note         – – – –  – –  – – – ✓ ✓  ✓  author  merge_requests
  admin_milestone                  – – – –  – –  – – ✓ ✓ ✓  ✓  –  –
  admin_note                       – – – –  – –  – – – ✓ ✓  ✓  author  issues
  admin_project                    – – – –  – –  – – – ✓ ✓  ✓  –  –
  admin_project_member             – – – –  – –  – – – ✓ ✓  ✓  –  –
  admin_protected_branch           – – – –  – –  – – – ✓ ✓  ✓  –  repository
  admin_runner                     – – – –  – –  – – – ✓ ✓  ✓  –  –
  admin_snippet_note               – – – –  – –  – – – ✓ ✓  ✓  author  snippets
  admin_tag                        – – – –  – –  – – – ✓ ✓  –  –  repository
  archive_project                  – – – –  – –  – – – – ✓  ✓  –  –
  change_namespace                 – – – –  – –  – – – – ✓  ✓  –  –
  change_visibility_level          – – – –  – –  – – – – ✓  ✓  –  –
  create_commit_note               – ✓ ✓ –  ✓ ✓  – ✓ ✓ ✓ ✓  ✓  –  repository
  create_commit_status             – – – –  – –  – – ✓ ✓ ✓  ✓  –  repository
  create_environment               – – – –  – –  – – ✓ ✓ ✓  ✓  –  builds
  create_issue                     – ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  ✓  –  issues
  create_merge_request_from        – – – –  – –  – – ✓ ✓ ✓  –  –  merge_requests
  create_merge_request_in          – ✓ ✓ –  ✓ ✓  – ✓ ✓ ✓ ✓  –  –  merge_requests
  create_merge_request_note        – ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  ✓  –  merge_requests
  create_note                      – ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  ✓  –  issues
  create_pipeline                  – – – –  – –  – – ✓ ✓ ✓  ✓  –  builds
  create_pipeline_schedule         – – – –  – –  – – ✓ ✓ ✓  ✓  –  builds
  create_project_snippet           – – – –  – –  – ✓ ✓ ✓ ✓  ✓  –  snippets
  create_snippet_note              – ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  ✓  –  snippets
  destroy_issue                    – – – –  – –  – – – – ✓  ✓  –  issues
  destroy_merge_request            – – – –  – –  – – – – ✓  ✓  –  merge_requests
  destroy_project_member           – – – –  – –  – – – ✓ ✓  ✓  self  –
  download_code                    ✓ ✓ ✓ –  ✓ ✓  – ✓ ✓ ✓ ✓  ✓  –  repository
  fetch_merge_request_head         ✓ ✓ ✓ –  ✓ ✓  – ✓ ✓ ✓ ✓  ✓  –  merge_requests
  fork_project                     – ✓ ✓ –  ✓ ✓  – ✓ ✓ ✓ ✓  ✓  –  repository
  list_merge_requests              – ✓ ✓ –  ✓ ✓  – ✓ ✓ ✓ ✓  ✓  –  merge_requests
  push_code                        – – – –  – –  – – ✓ ✓ ✓  –  –  repository
  push_code_to_protected_branches  – – – –  – –  – – – ✓ ✓  –  –  repository
  push_to_delete_protected_branch  – – – –  – –  – – – ✓ ✓  –  –  repository
  read_build                       – – – –  – –  – ✓ ✓ ✓ ✓  ✓  –  builds
  read_build:public_jobs           – ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  ✓  –  builds
  read_closes_issues               – ✓ ✓ –  ✓ ✓  – ✓ ✓ ✓ ✓  ✓  author,assignee  merge_requests
  read_commit_status               – ✓ ✓ –  ✓ ✓  – ✓ ✓ ✓ ✓  ✓  –  repository
  read_confidential_issue          – – – –  – –  – ✓ ✓ ✓ ✓  ✓  –  issues
  read_deployment                  – – – –  – –  – ✓ ✓ ✓ ✓  ✓  –  builds
  read_environment                 – – – –  – –  – ✓ ✓ ✓ ✓  ✓  –  builds
  read_issue                       – ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  ✓  –  issues
  read_label                       – ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  ✓  –  –
  read_merge_request               – ✓ ✓ –  ✓ ✓  – ✓ ✓ ✓ ✓  ✓  author,assignee  merge_requests
  read_milestone                   – ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  ✓  –  –
  read_pipeline                    – – – –  – –  – ✓ ✓ ✓ ✓  ✓  –  builds
  read_pipeline:public_jobs        – ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  ✓  –  builds
  read_pipeline_schedule           – – – –  – –  – ✓ ✓ ✓ ✓  ✓  –  builds
  read_pipeline_schedule:public_jobs – ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  ✓  –  builds
  read_project                     ✓ ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  ✓  –  –
  read_project_member              – ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  ✓  –  –
  read_project_snippet             – ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  ✓  –  snippets
  read_unreachable_object          – – – –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  ✓  –  repository
  remove_fork_project              – – – –  – –  – – – – ✓  ✓  –  –
  remove_project                   – – – –  – –  – – – – ✓  ✓  –  –
  rename_project                   – – – –  – –  – – – – ✓  ✓  –  –
  request_fork                     – ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  ✓  –  –
  search_member_emails             – – – –  – –  – – – ✓ ✓  ✓  –  –
  set_issue_times                  – – – –  – –  – – – – ✓  ✓  –  issues
  set_merge_request_note_times     – – – –  – –  – – – – ✓  ✓  –  merge_requests
  set_snippet_note_times           – – – –  – –  – – – – ✓  ✓  –  snippets
  star_project                     – ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  ✓  –  –
  stop_environment                 – – – –  – –  – – ✓ ✓ ✓  ✓  –  builds
  update_build                     – – – –  – –  – – ✓ ✓ ✓  ✓  –  builds
  update_environment               – – – –  – –  – – – ✓ ✓  ✓  –  builds
  update_issue                     – – – –  – –  – ✓ ✓ ✓ ✓  ✓  author,assignee  issues
  update_merge_request             – – – –  – –  – – ✓ ✓ ✓  –  author,assignee  merge_requests
  update_pipeline                  – – – –  – –  – – ✓ ✓ ✓  ✓  –  builds
  update_pipeline_schedule         – – – –  – –  – – – ✓ ✓  ✓  author  builds
  update_project_snippet           – – – –  – –  – – – ✓ ✓  ✓  author  snippets
`;
const ON_GROUPS = `
  admin_build           – – – –  – –  – – – ✓ ✓  –
  admin_group           – – – –  – –  – – – – ✓  –
  admin_group_member    – – – –  – –  – – – – ✓  –
  admin_milestones      – – – –  – –  – – ✓ ✓ ✓  –
  create_projects       – – – –  – –  – – – ✓ ✓  –
  create_subgroup       – – – –  – –  – – – – ✓  –
  destroy_group_member  – – – –  – –  – – – – ✓  self
  read_group            ✓ ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  –
  read_group_member     – ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  –
  read_members_count    – – – –  – –  – – – ✓ ✓  –
  read_milestone        – ✓ ✓ –  ✓ ✓  ✓ ✓ ✓ ✓ ✓  –
  remove_group          – – – –  – –  – – – – ✓  –
  search_member_emails  – – – –  – –  – – – ✓ ✓  –
`;

/** Endpoints that anonymous callers may use, though no ability of the matrix says so. */
const OPEN = [
  'GET /api/v4/jobs/:id/artifacts',
  'PATCH /api/v4/jobs/:id/trace',
  'POST /api/v4/jobs/:id/artifacts',
  'POST /api/v4/jobs/:id/artifacts/authorize',
  'POST /api/v4/jobs/request',
  'PUT /api/v4/jobs/:id',
  'POST /api/v4/projects/:id/ref/:ref/trigger/pipeline',
  'POST /api/v4/projects/:id/trigger/pipeline',
  'DELETE /api/v4/runners',
  'POST /api/v4/runners',
  'DELETE /api/v4/runners/managers',
  'POST /api/v4/runners/reset_authentication_token',
  'POST /api/v4/runners/verify',
  'POST /api/v4/ci/lint',
  'DELETE /api/v4/projects/:id/protected_branches/:name',
  'DELETE /api/v4/projects/:id/repository/branches/:branch',
  'DELETE /api/v4/projects/:id/repository/files/:file_path',
  'DELETE /api/v4/projects/:id/repository/merged_branches',
  'DELETE /api/v4/projects/:id/repository/tags/:tag_name',
  'GET /',
  'GET /-/assets/hearth.css',
  'GET /-/assets/hearth.js',
  'GET /-/assets/hearth.svg',
  'GET /-/overview',
  'GET /-/overview/group',
  'GET /api/v4/explorer',
  'GET /api/v4/explorer/:asset',
  'GET /api/v4/groups',
  'GET /api/v4/openapi.json',
  'GET /api/v4/projects',
  'GET /api/v4/projects/:id',
  'GET /api/v4/projects/:id/protected_branches',
  'GET /api/v4/projects/:id/protected_branches/:name',
  'GET /api/v4/users',
  'GET /api/v4/users/:id',
  'GET /api/v4/users/:user_id/projects',
  'GET /.well-known/openid-configuration',
  'GET /oauth/authorize',
  'GET /oauth/discovery/keys',
  'GET /oauth/token/info',
  'GET /oauth/userinfo',
  'GET /uploads/-/system/user/avatar/:id/:file',
  'GET /users/password/edit',
  'GET /users/password/new',
  'GET /users/sign_in',
  'GET /users/sign_in/two_factor',
  'GET /users/confirmation',
  'POST /users/confirmation',
  'POST /api/v4/projects/:id/protected_branches',
  'POST /api/v4/projects/:id/repository/branches',
  'POST /api/v4/projects/:id/repository/commits',
  'POST /api/v4/projects/:id/repository/commits/:sha/cherry_pick',
  'POST /api/v4/projects/:id/repository/commits/:sha/comments',
  'POST /api/v4/projects/:id/repository/commits/:sha/revert',
  'POST /api/v4/projects/:id/repository/files/:file_path',
  'POST /api/v4/projects/:id/repository/tags',
  'POST /api/v4/projects/:id/repository/tags/:tag_name/release',
  'POST /oauth/introspect',
  'POST /oauth/revoke',
  'POST /oauth/token',
  'POST /oauth/userinfo',
  'POST /users/password',
  'POST /users/password/edit',
  'POST /users/sign_in',
  'POST /users/sign_in/two_factor',
  'POST /users/sign_out',
  'PUT /api/v4/projects/:id/repository/branches/:branch/protect',
  'PUT /api/v4/projects/:id/repository/branches/:branch/unprotect',
  'PUT /api/v4/projects/:id/repository/files/:file_path',
  'PUT /api/v4/projects/:id/repository/tags/:tag_name/release',
];
/** Endpoints for admins only. */
const ADMIN = [
  'DELETE /api/v4/groups/:id/custom_attributes/:key',
  'DELETE /api/v4/projects/:id/custom_attributes/:key',
  'DELETE /api/v4/users/:id',
  'DELETE /api/v4/users/:id/custom_attributes/:key',
  'DELETE /api/v4/users/:id/emails/:email_id',
  'DELETE /api/v4/users/:id/gpg_keys/:key_id',
  'DELETE /api/v4/users/:id/keys/:key_id',
  'DELETE /api/v4/users/:user_id/impersonation_tokens/:impersonation_token_id',
  'GET /admin',
  'GET /admin/application_settings',
  'GET /admin/audit_events',
  'GET /admin/users',
  'GET /admin/users/:id',
  'GET /admin/users/:id/link',
  'GET /admin/users/new',
  'GET /api/v4/application/settings',
  'GET /api/v4/audit_events',
  'GET /api/v4/groups/:id/custom_attributes',
  'GET /api/v4/groups/:id/custom_attributes/:key',
  'GET /api/v4/projects/:id/custom_attributes',
  'GET /api/v4/runners/all',
  'GET /api/v4/projects/:id/custom_attributes/:key',
  'GET /api/v4/projects/:id/issues/:issue_iid/user_agent_detail',
  'GET /api/v4/projects/:id/snippets/:snippet_id/user_agent_detail',
  'GET /api/v4/snippets/:id/user_agent_detail',
  'GET /api/v4/users/:id/custom_attributes',
  'GET /api/v4/users/:id/custom_attributes/:key',
  'GET /api/v4/users/:id/emails',
  'GET /api/v4/users/:id/gpg_keys',
  'GET /api/v4/users/:id/gpg_keys/:key_id',
  'GET /api/v4/users/:id/keys',
  'GET /api/v4/users/:user_id/impersonation_tokens',
  'GET /api/v4/users/:user_id/impersonation_tokens/:impersonation_token_id',
  'PATCH /api/v4/users/:id/disable_two_factor',
  'POST /admin/application_settings',
  'POST /admin/users',
  'POST /admin/users/:id/block',
  'POST /admin/users/:id/confirmation_link',
  'POST /admin/users/:id/disable_two_factor',
  'POST /admin/users/:id/password_reset_link',
  'POST /admin/users/:id/unblock',
  'POST /api/v4/groups/:id/projects/:project_id',
  'POST /api/v4/projects/:id/fork/:forked_from_id',
  'POST /api/v4/projects/user/:user_id',
  'POST /api/v4/users',
  'POST /api/v4/users/:id/block',
  'POST /api/v4/users/:id/emails',
  'POST /api/v4/users/:id/gpg_keys',
  'POST /api/v4/users/:id/gpg_keys/:key_id/revoke',
  'POST /api/v4/users/:id/keys',
  'POST /api/v4/users/:id/unblock',
  'POST /api/v4/users/:user_id/impersonation_tokens',
  'POST /api/v4/users/:user_id/personal_access_tokens',
  'PUT /api/v4/application/settings',
  'PUT /api/v4/groups/:id/custom_attributes/:key',
  'PUT /api/v4/projects/:id/custom_attributes/:key',
  'PUT /api/v4/users/:id',
  'PUT /api/v4/users/:id/custom_attributes/:key',
];

const ROOT = path.resolve(import.meta.dirname, '..');
const services = await Promise.all(
  readdirSync(path.join(ROOT, 'libs/services')).map(async (service) => {
    const dist = path.join(ROOT, 'libs/services', service, 'dist');
    const [module] = Object.values(await import(path.join(dist, 'index.js')));
    const file = path.join(dist, 'abilities.js');
    const abilities = existsSync(file) ? abilitiesIn(await import(file)) : [];
    return { service, abilities, endpoints: describeService(module).endpoints };
  }),
);
const edge = Object.values(await import('../libs/edge/dist/index.js')).find(({ name }) => name === 'EdgeModule');
services.push({ service: 'edge', abilities: [], endpoints: describeService(edge).endpoints });
const abilities = services.flatMap((each) => each.abilities);
const asked = services.flatMap(({ endpoints }) => demands(endpoints));

/** Rows as texts with even gaps, so that a difference shows as a line. */
function lines(rows) {
  return rows.map(([name, ...cells]) => `${name} ${cells.join(' ')}`);
}

function written(table) {
  return lines(
    table
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/)),
  );
}

describe('the permission matrix', () => {
  it.each([
    ['project', ON_PROJECTS],
    ['group', ON_GROUPS],
  ])('on a %s is that of the reference', (on, reference) => {
    expect(lines(abilityRows(access, abilities, on))).toEqual(written(reference));
    for (const row of written(reference)) expect(row.split(' ')).toHaveLength(headOf(on).length);
  });

  it('covers every ability that an endpoint asks for', () => {
    const declared = new Set(abilities);
    const strange = services.flatMap(({ endpoints }) => endpoints).filter(({ can }) => can && !declared.has(can));
    expect(strange.map(({ method, path: at }) => `${method} ${at}`)).toEqual([]);
  });

  it('has nothing to do with a level of its own making', () => {
    expect(() =>
      abilityRows(
        access,
        [
          { name: 'a', from: 10 },
          { name: 'a', from: 20 },
        ],
        'project',
      ),
    ).toThrow('Abilities called a differ in who has them');
  });
});

describe('without an ability to look at', () => {
  it('lets anybody in only where everybody may read', () => {
    const open = services
      .flatMap(({ endpoints }) => endpoints)
      .filter(({ anonymous, can }) => anonymous === 'allowed' && can?.visitors !== 'everyone');
    expect(
      demands(open)
        .map(({ endpoint }) => endpoint)
        .sort(),
    ).toEqual([...OPEN].sort());
  });

  it('keeps for admins what is theirs', () => {
    const kept = asked.filter(({ needs }) => needs === 'admin').map(({ endpoint }) => endpoint);
    expect(kept.sort()).toEqual([...ADMIN].sort());
  });
});
