import { adminTemplates, type AdminPageData } from './admin-templates.js';
import { accountTemplates, type AccountPageData } from './account-templates.js';
import type { presentKeptForm } from '@hearth/http';
import type { Question } from './confirmation.js';
import { csrf, error, kept, onError } from './form-parts.js';
import { oauthTemplates, type OAuthPageData } from './oauth-templates.js';
import { profileTemplates, type ProfilePageData } from './profile-templates.js';
import { mailedTemplates, type MailedPageData } from './mailed-templates.js';
import { twoFactorTemplates, type TwoFactorPageData } from './two-factor-templates.js';

/** Data of all pages besides the current user. */
export interface PageData
  extends OAuthPageData, AccountPageData, ProfilePageData, AdminPageData, TwoFactorPageData, MailedPageData {
  readonly home: {
    readonly title: string;
    /** The user's projects, the last active first; undefined when they could not be read. */
    readonly projects:
      | readonly {
          readonly fullPath: string;
          readonly name: string;
          readonly description: string | null;
          readonly visibility: string;
        }[]
      | undefined;
  };
  readonly 'sign-in': SignInData & { readonly notice?: string | null };
  readonly 'new-password': SignInData;
  readonly confirm: Question & { readonly action: string };
  /** Page of the frame. */
  readonly 'form-resumed': { readonly title: string; readonly form: ReturnType<typeof presentKeptForm> };
}

export type PageName = keyof PageData;

interface SignInData {
  readonly title: string;
  /** Path of this site to return to. */
  readonly back: string;
  readonly login: string;
  /** Whether "Remember me" is ticked. */
  readonly remembered: boolean;
  readonly error: string | null;
  /** Form that is sent after the sign-in. */
  readonly kept?: string;
}

const home = `<% layout('@layout', { wide: true }) %>
<% if (it.user) { %>
<h1>Welcome, <%= it.user.name %></h1>
<h2>Your projects</h2>
<% if (!it.projects) { %><p class="empty">They cannot be shown at the moment.</p>
<% } else if (it.projects.length === 0) { %><p class="empty">You have none yet. Programs create them with the API: <code>POST /api/v4/projects</code>.</p>
<% } else { %>
<ul class="list">
<% for (const each of it.projects) { %>
<li><div><a href="/<%= each.fullPath %>"><strong><%= each.name %></strong></a><% if (each.description) { %><p class="meta"><%= each.description %></p><% } %></div>
<div><span class="tag"><%= each.visibility %></span></div></li>
<% } %>
</ul>
<p><a href="/dashboard/projects">All your projects</a> · <a href="/dashboard/groups">Your groups</a></p>
<% } %>
<h2>Your account</h2>
<ul class="cards">
<li><a href="/-/profile/personal_access_tokens">Access tokens</a><p>For programs that use the API or git as you</p></li>
<li><a href="/-/profile/keys">SSH keys</a><p>For git without passwords</p></li>
<li><a href="/-/profile/applications">Applications</a><p>Yours, and those that may act for you</p></li>
<li><a href="/api/v4/explorer">API explorer</a><p>Every endpoint, to read and to try</p></li>
</ul>
<% } else { %>
<h1>A home for git repositories</h1>
<p class="lead">Hearth hosts projects and their merge requests, and speaks the GitLab REST API, version 4: the programs that you have go on working.</p>
<p><a class="button" href="/users/sign_in">Sign in</a></p>
<h2>For programs</h2>
<ul class="cards">
<li><a href="/api/v4/explorer">API explorer</a><p>Every endpoint, to read and to try</p></li>
<li><a href="/api/v4/openapi.json">OpenAPI document</a><p>The same for generators of clients</p></li>
</ul>
<% } %>
`;

const signIn = `<% layout('@layout') %>
<h1>Sign in</h1>
<%~ include('@notice', it) %>
${error}
<form method="post" action="/users/sign_in">
${csrf}
${kept}
<input type="hidden" name="return_to" value="<%= it.back %>">
<label for="login">Username or e-mail address</label>
<input id="login" name="user[login]" value="<%= it.login %>" autocomplete="username" autocapitalize="none" spellcheck="false" required>
<label for="password">Password</label>
<input id="password" name="user[password]" type="password" autocomplete="current-password" required${onError()}>
<label class="choice"><input type="checkbox" name="user[remember_me]" value="1"<% if (it.remembered) { %> checked<% } %>> Remember me in this browser</label>
<button>Sign in</button>
</form>
<p><a href="/users/password/new">Forgot your password?</a></p>
`;

const newPassword = `<% layout('@layout') %>
<h1>Choose a new password</h1>
<p>Your password was set by an administrator. Replace it with one that only you know.</p>
${error}
<form method="post" action="/users/sign_in">
${csrf}
${kept}
<input type="hidden" name="return_to" value="<%= it.back %>">
<input type="hidden" name="user[login]" value="<%= it.login %>">
<% if (it.remembered) { %><input type="hidden" name="user[remember_me]" value="1"><% } %>
<label for="password">Current password</label>
<input id="password" name="user[password]" type="password" autocomplete="current-password" required>
<label for="new-password">New password</label>
<input id="new-password" name="new_password" type="password" autocomplete="new-password" minlength="8" maxlength="128" required${onError('rule')}>
<p id="rule" class="hint">From 8 to 128 characters.</p>
<button>Save and sign in</button>
</form>
`;

const confirm = `<% layout('@layout') %>
<h1><%= it.title %></h1>
<p><%= it.text %></p>
<form method="post" action="<%= it.action %>">
${csrf}
<input type="hidden" name="confirmed" value="true">
<% for (const [name, value] of it.fields ?? []) { %><input type="hidden" name="<%= name %>" value="<%= value %>"><% } %>
<div class="row"><button class="second danger"><%= it.button %></button><a class="button second" href="<%= it.back %>">Cancel</a></div>
</form>
`;

/** Templates of all pages of identity. */
export const templates: Readonly<Record<Exclude<PageName, 'form-resumed'> | 'account' | 'admin', string>> = {
  home,
  'sign-in': signIn,
  'new-password': newPassword,
  confirm,
  ...oauthTemplates,
  ...accountTemplates,
  ...profileTemplates,
  ...adminTemplates,
  ...twoFactorTemplates,
  ...mailedTemplates,
};
