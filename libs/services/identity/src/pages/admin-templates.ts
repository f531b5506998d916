import type { Shown } from './account-templates.js';
import { copied, csrf, failures, field, menuFrame, pager, time } from './form-parts.js';

/** Data of the admin pages besides the current user. */
export interface AdminPageData {
  readonly 'admin-users': Shown & {
    /** Whether mail is sent. */
    readonly mails: boolean;
    /** Users who wait for a link for a new password, where no mail is sent. */
    readonly resets: readonly { readonly userId: number; readonly username: string }[];
    readonly users: readonly {
      readonly id: number;
      readonly username: string;
      readonly name: string;
      readonly email: string;
      readonly admin: boolean;
      readonly state: string;
      /** Unconfirmed address. */
      readonly unconfirmed: string | null;
    }[];
  };
  readonly 'admin-user': Shown & {
    readonly id: number;
    readonly username: string;
    readonly name: string;
    readonly email: string;
    readonly confirmed: boolean;
    readonly admin: boolean;
    readonly external: boolean;
    readonly state: string;
    readonly twoFactorEnabled: boolean;
    readonly createdAt: Date;
    readonly signedInAt: Date | null;
    /** Action of the button. */
    readonly action: 'block' | 'unblock' | null;
    /** Unconfirmed addresses. */
    readonly unconfirmed: readonly string[];
    /** Whether admins pass links on to the user, since no mail is sent. */
    readonly hands: boolean;
  };
  readonly 'new-user': Shown & { readonly admin: boolean; readonly confirmed: boolean };
  readonly 'admin-settings': Shown & {
    readonly visibilities: readonly string[];
    readonly restricted: readonly string[];
    readonly external: boolean;
    readonly implicitGrant: boolean;
    readonly passwordGrant: boolean;
  };
  readonly 'admin-audit': Shown & {
    readonly events: readonly {
      readonly kind: string;
      readonly actor: NamedUser | null;
      /** User whom the admin impersonated. */
      readonly actingAs: NamedUser | null;
      readonly subject: string;
      readonly details: readonly (
        | { readonly label: string; readonly text: string; readonly user?: never }
        | { readonly label: string; readonly user: NamedUser }
      )[];
      readonly address: string | null;
      readonly createdAt: Date;
    }[];
    /** Filters of the list, as typed. */
    readonly values: Readonly<Record<'kind' | 'actor' | 'entity_type' | 'from' | 'to', string>>;
    readonly filtered: boolean;
  };
  readonly 'handed-link': Shown & {
    readonly id: number;
    readonly username: string;
    readonly email: string;
    readonly link: string;
  };
}

/** User by id; without a name when deleted. */
interface NamedUser {
  readonly id: number;
  readonly username: string | undefined;
}

const MENU = [
  ['users', '/admin/users', 'Users'],
  ['settings', '/admin/application_settings', 'Settings'],
  ['audit', '/admin/audit_events', 'Audit events'],
] as const;

const admin = menuFrame('Administration', MENU);

const inAdmin = (current: (typeof MENU)[number][0]) => `<% layout('@admin', { current: '${current}' }) %>`;

const users = `${inAdmin('users')}
<h1>Users</h1>
<% if (!it.mails) { %><p class="warning">This Hearth sends no mail, since <code>SMTP_URL</code> is not set. Give users the links that confirm their addresses, and those for new passwords, yourself.</p><% } %>
<% if (it.resets.length) { %>
<h2>Users who wait for a new password</h2>
<ul class="list">
<% for (const each of it.resets) { %>
<li><div><strong>@<%= each.username %></strong></div>
<form method="post" action="/admin/users/<%= each.userId %>/password_reset_link">${csrf}<button class="plain" aria-label="Show link for a new password of <%= each.username %>">Show link</button></form></li>
<% } %>
</ul>
<% } %>
<form method="get" action="/admin/users" role="search" class="row">
<div>${field('search', 'Name, username or e-mail address', { type: 'search' })}</div>
<button class="second">Search</button>
</form>
<p><a class="button" href="/admin/users/new">New user</a></p>
<% if (it.users.length === 0) { %><p class="empty">No user matches.</p><% } else { %>
<ul class="list">
<% for (const each of it.users) { %>
<li>
<div><a href="/admin/users/<%= each.id %>"><strong><%= each.name %></strong></a>
<% if (each.admin) { %><span class="tag">admin</span> <% } %><% if (each.state !== 'active') { %><span class="tag"><%= each.state %></span><% } %>
<p class="meta">@<%= each.username %> · <%= each.email %><% if (each.unconfirmed) { %><br><%= each.unconfirmed %> is not confirmed<% } %></p></div>
</li>
<% } %>
</ul>
${pager}
<% } %>
`;

/** Returns a button of a user's page: a form with the action `path` below the page. */
const act = (path: string, text: string, kind: string) =>
  `<form method="post" action="/admin/users/<%= it.id %>/${path}">${csrf}<button class="${kind}">${text}</button></form>`;

const user = `${inAdmin('users')}
<h1><%= it.name %></h1>
<p><% if (it.admin) { %><span class="tag">admin</span> <% } %><% if (it.external) { %><span class="tag">external</span> <% } %><span class="tag"><%= it.state %></span></p>
<dl class="facts">
<div><dt>Username</dt><dd><a href="/<%= it.username %>">@<%= it.username %></a></dd></div>
<div><dt>Main address</dt><dd><%= it.email %><% if (!it.confirmed) { %> <span class="tag">not confirmed</span><% } %></dd></div>
<div><dt>Created</dt><dd>${time('it.createdAt')}</dd></div>
<div><dt>Last signed in</dt><dd><% if (it.signedInAt) { %>${time('it.signedInAt')}<% } else { %>never<% } %></dd></div>
</dl>
<% if (it.action) { %>
<h2>Access</h2>
<p><% if (it.action === 'block') { %>A blocked user can neither sign in nor use tokens and keys. What belongs to them stays.<% } else { %>The user is blocked: they can neither sign in nor use tokens and keys.<% } %></p>
<% if (it.action === 'block') { %>${act('block', 'Block', 'second danger')}<% } else { %>${act('unblock', 'Unblock', 'second')}<% } %>
<% } %>
<h2>Two-factor authentication</h2>
<% if (!it.twoFactorEnabled) { %><p>It is <strong>off</strong>.</p>
<% } else if (it.admin) { %><p>It is <strong>on</strong>. That of an admin is not turned off by others: take away their rights as an admin first.</p>
<% } else { %>
<p>It is <strong>on</strong>. Turn it off for somebody who has lost their app and their recovery codes, once you know that it is them who ask: the password alone opens the account then.</p>
${act('disable_two_factor', 'Turn off two-factor authentication', 'second danger')}
<% } %>
<% if (it.unconfirmed.length) { %>
<h2>Addresses that wait for confirmation</h2>
<ul class="list">
<% for (const email of it.unconfirmed) { %>
<li><div><strong><%= email %></strong></div>
<% if (it.hands) { %><form method="post" action="/admin/users/<%= it.id %>/confirmation_link">${csrf}<input type="hidden" name="email" value="<%= email %>"><button class="plain" aria-label="Show link for <%= email %>">Show link</button></form><% } %></li>
<% } %>
</ul>
<% } %>
<% if (it.hands) { %>
<h2>Forgotten password</h2>
<p>This Hearth sends no mail: give the user a link by which they choose a new password. It ends the links before it.</p>
${act('password_reset_link', 'Show link', 'second')}
<% } %>
<p><a href="/admin/users">Back to all users</a></p>
`;

const newUser = `${inAdmin('users')}
<h1>New user</h1>
${failures}
<form method="post" action="/admin/users">
${csrf}
${field('name', 'Name', { attributes: 'maxlength="255" autocomplete="off" required' })}
${field('username', 'Username', { attributes: 'maxlength="255" autocomplete="off" autocapitalize="none" spellcheck="false" required' })}
${field('email', 'E-mail address', { type: 'email', attributes: 'maxlength="255" autocomplete="off" required' })}
${field('password', 'Password', { type: 'password', hint: 'From 8 to 128 characters.', attributes: 'autocomplete="new-password" minlength="8" maxlength="128" required' })}
<fieldset>
<legend>Rights</legend>
<label class="choice"><input type="checkbox" name="admin" value="true"<% if (it.admin) { %> checked<% } %>> <span>Admin: may do everything</span></label>
<label class="choice"><input type="checkbox" name="skip_confirmation" value="true"<% if (it.confirmed) { %> checked<% } %>> <span>The address needs no confirmation</span></label>
</fieldset>
<button>Create user</button>
</form>
<p><a href="/admin/users">Back to all users</a></p>
`;

const choice = (name: string, label: string) => `<label for="${name}">${label}</label>
<select id="${name}" name="${name}"><% for (const each of it.visibilities) { %><option<% if (it.values.${name} === each) { %> selected<% } %>><%= each %></option><% } %></select>`;

const flag = (name: string, property: string, text: string) =>
  `<label class="choice"><input type="checkbox" name="${name}" value="true"<% if (it.${property}) { %> checked<% } %>> <span>${text}</span></label>`;

const settings = `${inAdmin('settings')}
<h1>Settings</h1>
${failures}
<form method="post" action="/admin/application_settings">
${csrf}
${choice('default_project_visibility', 'Visibility of new projects')}
${choice('default_group_visibility', 'Visibility of new groups')}
<fieldset>
<legend>Visibilities that only admins may give</legend>
<% for (const each of it.visibilities) { %>
<label class="choice"><input type="checkbox" name="restricted_visibility_levels[]" value="<%= each %>"<% if (it.restricted.includes(each)) { %> checked<% } %>> <span><%= each %></span></label>
<% } %>
</fieldset>
${field('default_projects_limit', 'Projects of a new user, at most', { type: 'number', attributes: 'min="0" max="2147483647" required' })}
<fieldset>
<legend>New users</legend>
${flag('user_default_external', 'external', 'External: see only what is public, and what they are members of')}
</fieldset>
<fieldset>
<legend>OAuth 2.0</legend>
${flag('oauth_implicit_grant_enabled', 'implicitGrant', 'Applications may use the implicit grant')}
${flag('oauth_password_grant_enabled', 'passwordGrant', 'Applications may ask their users for the password')}
</fieldset>
<button>Save settings</button>
</form>
`;

/** Returns a link to a user. `named` is an expression of the template. */
const namedUser = (named: string) =>
  `<% if (${named}.username) { %><a href="/admin/users/<%= ${named}.id %>">@<%= ${named}.username %></a><% } else { %>user <%= ${named}.id %>, who is gone<% } %>`;

/** Titles and cells of the columns. Narrow screens show the title beside each cell. */
const AUDIT_COLUMNS = [
  ['When', `${time('each.createdAt')} <%= each.createdAt.toISOString().slice(11, 19) %>`],
  ['What', '<code><%= each.kind %></code>'],
  [
    'About',
    `<%= each.subject %><% if (each.details.length) { %><ul class="plain"><% for (const detail of each.details) { %><li><%= detail.label %> <% if (detail.user) { %>${namedUser('detail.user')}<% if (detail.user.username) { %> (<%= detail.user.id %>)<% } %><% } else { %><%= detail.text %><% } %></li><% } %></ul><% } %>`,
  ],
  [
    'By',
    `<% if (each.actor) { %>${namedUser('each.actor')}<% } else { %>–<% } %><% if (each.actingAs) { %> as ${namedUser('each.actingAs')}<% } %>`,
  ],
  ['From', "<%= each.address ?? '–' %>"],
] as const;

const audit = `${inAdmin('audit')}
<h1>Audit events</h1>
<form method="get" action="/admin/audit_events" role="search" aria-label="Audit events">
${field('kind', 'What', { hint: 'For example <code>user.blocked</code> or <code>session.failed</code>.' })}
${field('actor', 'By', { hint: 'A username.', attributes: 'autocapitalize="none" spellcheck="false"' })}
${field('entity_type', 'About', { hint: 'For example <code>user</code>, <code>group</code> or <code>project</code>.' })}
<div class="pair">
<div>${field('from', 'From', { type: 'date' })}</div>
<div>${field('to', 'To', { type: 'date' })}</div>
</div>
<button>Filter</button>
<% if (it.filtered) { %><p><a href="/admin/audit_events">Show all</a></p><% } %>
</form>
<% if (it.events.length === 0) { %><p class="empty">There are none.</p><% } else { %>
<table class="stacked" role="table" aria-label="Audit events">
<thead role="rowgroup"><tr role="row">${AUDIT_COLUMNS.map(([title]) => `<th scope="col" role="columnheader">${title}</th>`).join('')}</tr></thead>
<tbody role="rowgroup">
<% for (const each of it.events) { %>
<tr role="row">${AUDIT_COLUMNS.map(([title, cell]) => `<td role="cell" data-title="${title}"><div>${cell}</div></td>`).join('')}</tr>
<% } %>
</tbody>
</table>
${pager}
<% } %>
`;

const handedLink = `${inAdmin('users')}
<h1><%= it.title %></h1>
<p class="done" role="status">Give this link to @<%= it.username %> now: it is not shown again, and does not count for long.</p>
<dl><dt>Address</dt><dd><%= it.email %></dd><dt>Link</dt><dd>${copied('link', 'it.link', 'link')}</dd></dl>
<p><a href="/admin/users/<%= it.id %>">Back to @<%= it.username %></a></p>
`;

export const adminTemplates: Readonly<Record<keyof AdminPageData | 'admin', string>> = {
  admin,
  'admin-users': users,
  'admin-user': user,
  'new-user': newUser,
  'admin-settings': settings,
  'admin-audit': audit,
  'handed-link': handedLink,
};
