import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, v4, type CallOf } from '@hearth/http';
import { z } from 'zod';
import { NoParams } from '../users/user.params.js';

/** Pages of the profile by their names in the addresses of later releases, which GitLab's clients print. */
const PAGES = {
  active_sessions: '/active_sessions',
  applications: '/applications',
  gpg_keys: '/gpg_keys',
  password: '/password',
  personal_access_tokens: '/personal_access_tokens',
  profile: '',
  ssh_keys: '/keys',
} as const;
type PageName = keyof typeof PAGES;
const NAMES = Object.keys(PAGES) as [PageName, ...PageName[]];
const filled = v4.optional(v4.text({ most: 1_024 }));
const GitlabAddressParams = z.object({ page: v4.oneOf(NAMES), name: filled, scopes: filled });

/** Redirects from addresses that people and clients know from GitLab. */
@Controller()
export class GitlabAddressesController {
  @Endpoint.get('/-/user_settings/:page', {
    summary: 'Redirect to a page of the profile',
    params: GitlabAddressParams,
    returns: returns.html,
  })
  profile(@Call() { params }: CallOf<typeof GitlabAddressParams>) {
    const { page, ...given } = params;
    const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== undefined));
    return new Redirect(`/-/profile${PAGES[page]}${query.size === 0 ? '' : `?${query}`}`);
  }

  @Endpoint.get('/profile', { summary: 'Redirect to the profile', params: NoParams, returns: returns.html })
  start() {
    return new Redirect('/-/profile');
  }
}
