import { UpdateSettingsParams } from './settings.params.js';

describe('settings of GitLab that cannot be changed', () => {
  const refusedOf = (change: object) =>
    UpdateSettingsParams.safeParse(change).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ??
    [];

  it.each([
    { admin_mode: false, elasticsearch_url: null, security_txt_content: '', domain_denylist: [] },
    { remember_me_enabled: true, allow_runner_registration_token: 'true' },
    { issues_create_limit: 0, ed25519_sk_key_restriction: '0' },
    { enabled_git_access_protocol: 'all', default_preferred_language: 'en', first_day_of_week: 0 },
  ])('are accepted where they ask for what Hearth does: %j', (change) => {
    expect(refusedOf(change)).toEqual([]);
  });

  it.each([
    { admin_mode: true },
    { domain_denylist: ['example.com'] },
    { remember_me_enabled: false },
    { issues_create_limit: 300 },
    { throttle_authenticated_web_period_in_seconds: 60 },
    { throttle_unauthenticated_enabled: false },
    { diff_max_files: 1000 },
    { enabled_git_access_protocol: 'ssh' },
  ])('are refused otherwise: %j', (change) => {
    expect(refusedOf(change)).toEqual([`${Object.keys(change)[0]} is not supported`]);
  });

  it('are ignored where GitLab has no such setting', () => {
    expect(refusedOf({ default_projects_limit: 3, no_such_setting: true })).toEqual([]);
  });
});
