import { csrf } from './form-parts.js';
import { oauthTemplates, type OAuthPageData } from './oauth-templates.js';

/** What a page prints besides who is signed in. */
export interface PageData extends OAuthPageData {
  readonly home: { readonly title: string };
  readonly 'sign-in': SignInData;
  readonly 'new-password': SignInData;
}

export type PageName = keyof PageData;

interface SignInData {
  readonly title: string;
  /** A path of this site. */
  readonly back: string;
  readonly login: string;
  readonly error: string | null;
}

const layout = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title><%= it.title %> · Hearth</title>
<link rel="stylesheet" href="/-/assets/hearth.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="/">Hearth</a>
<nav aria-label="Account">
<% if (it.user) { %>
<a href="/-/profile/applications">Applications</a>
<form method="post" action="/users/sign_out">
<input type="hidden" name="authenticity_token" value="<%= it.csrfToken %>">
<span>Signed in as <strong><%= it.user.name %></strong></span>
<button class="plain">Sign out</button>
</form>
<% } else { %>
<a href="/users/sign_in">Sign in</a>
<% } %>
</nav>
</header>
<main id="content" class="<%= it.wide ? 'wide' : 'narrow' %>">
<%~ it.body %>
</main>
</body>
</html>
`;

const error = '<% if (it.error) { %><p class="error" role="alert"><%= it.error %></p><% } %>';

const home = `<% layout('@layout') %>
<h1>Hearth</h1>
<p>Hearth hosts git repositories and speaks the GitLab REST API, version 4.</p>
<% if (it.user) { %>
<ul>
<li><a href="/-/profile/applications">Applications that may act for you</a></li>
<li><a href="/api/v4/explorer">API explorer</a></li>
</ul>
<% } else { %>
<p><a class="button" href="/users/sign_in">Sign in</a></p>
<% } %>
`;

const signIn = `<% layout('@layout') %>
<h1>Sign in</h1>
${error}
<form method="post" action="/users/sign_in">
${csrf}
<input type="hidden" name="return_to" value="<%= it.back %>">
<label for="login">Username or e-mail address</label>
<input id="login" name="user[login]" value="<%= it.login %>" autocomplete="username" autocapitalize="none" spellcheck="false" required>
<label for="password">Password</label>
<input id="password" name="user[password]" type="password" autocomplete="current-password" required>
<button>Sign in</button>
</form>
`;

const newPassword = `<% layout('@layout') %>
<h1>Choose a new password</h1>
<p>Your password was set by an administrator. Replace it with one that only you know.</p>
${error}
<form method="post" action="/users/sign_in">
${csrf}
<input type="hidden" name="return_to" value="<%= it.back %>">
<input type="hidden" name="user[login]" value="<%= it.login %>">
<label for="password">Current password</label>
<input id="password" name="user[password]" type="password" autocomplete="current-password" required>
<label for="new-password">New password</label>
<input id="new-password" name="new_password" type="password" autocomplete="new-password" minlength="8" maxlength="128" aria-describedby="rule" required>
<p id="rule" class="hint">From 8 to 128 characters.</p>
<button>Save and sign in</button>
</form>
`;

/** Every page, and the frame of all. */
export const templates: Readonly<Record<PageName | 'layout', string>> = {
  layout,
  home,
  'sign-in': signIn,
  'new-password': newPassword,
  ...oauthTemplates,
};
