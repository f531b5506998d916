/** Logo of Hearth: beside its name on every page, and as the icon of browser tabs. */
export const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="8" fill="#a33b12"/><path d="M16.6 5c.6 4-5.9 6.6-5.9 12.7C10.7 22 13 25 16.2 25c3.3 0 5.7-2.6 5.7-6 0-2.3-1-3.8-2-5.3-.3 1.6-1 2.7-2 3.3.6-4.6-.2-9.2-1.3-12z" fill="#ffd9b8"/></svg>`;

/** Head of every page, before its title. */
export const HEAD = `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="/-/assets/hearth.svg">
<link rel="stylesheet" href="/-/assets/hearth.css">
<script src="/-/assets/hearth.js" defer></script>`;

export const BRAND = `<a class="brand" href="/">${MARK} Hearth</a>`;

const layout = `<!doctype html>
<html lang="en">
<head>
${HEAD}
<title><%= it.title %> · Hearth</title>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
${BRAND}
<nav aria-label="Account">
<% if (it.user || it.mayBeSignedIn) { %>
<a href="/dashboard/projects">Projects</a>
<a href="/dashboard/groups">Groups</a>
<% if (it.user?.admin) { %><a href="/admin">Admin</a><% } %>
<a href="/-/profile">Settings</a>
<% } %>
<% if (it.user) { %>
<form method="post" action="/users/sign_out">
<input type="hidden" name="authenticity_token" value="<%= it.csrfToken %>">
<span class="who">Signed in as <strong><%= it.user.name %></strong></span>
<button class="plain">Sign out</button>
</form>
<% } else if (!it.mayBeSignedIn) { %>
<a href="/users/sign_in">Sign in</a>
<% } %>
</nav>
</header>
<% if (it.columns) { %>
<div class="columns">
<%~ it.body %>
</div>
<% } else { %>
<main id="content" class="<%= it.wide ? 'wide' : 'narrow' %>">
<%~ it.body %>
</main>
<% } %>
</body>
</html>
`;

/** Result of the previous form. It is no part of the page's address, which a browser may load again. */
const notice = '<% if (it.notice) { %><p class="done" role="status"><%= it.notice %></p><% } %>';

/** All failures of a form, each with a link to its field. */
const failures = `<% if (it.failures?.length) { %>
<div class="error" role="alert" tabindex="-1"<% if (it.failures.every(({ field }) => !field)) { %> autofocus<% } %>><ul><% for (const each of it.failures) { %><li><% if (each.field) { %><a href="#<%= each.field %>"><%= each.text %></a><% } else { %><%= each.text %><% } %></li><% } %></ul></div>
<% } %>`;

/** Links to the neighbours of one page of a list. */
const pager = `<% if (it.pager?.previous || it.pager?.next) { %>
<nav class="pager" aria-label="Pages">
<% if (it.pager.previous) { %><a rel="prev" href="<%= it.pager.previous %>">Previous page</a><% } %>
<% if (it.pager.next) { %><a rel="next" href="<%= it.pager.next %>">Next page</a><% } %>
</nav>
<% } %>`;

/** Page of a failed request. */
const error = `<% layout('@layout') %>
<h1><%= it.title %></h1>
<p>Error <%= it.status %>. <a href="/">Go to the start page</a>.</p>
`;

const keptFields = `<% for (const [name, value] of it.form.fields) { %><input type="hidden" name="<%= name %>" value="<%= value %>">
<% } %>
<% if (it.form.shown.length) { %><dl class="typed"><% for (const each of it.form.shown) { %><dt><%= each.label %></dt><dd class="text"><%= each.value %></dd><% } %></dl><% } %>
<% for (const each of it.form.asked) { %><label for="<%= each.id %>"><%= each.label %></label>
<input id="<%= each.id %>" name="<%= each.name %>" type="<%= each.type %>" autocomplete="off" required>
<% } %>`;

/** The form that sends a kept form to its target. */
const resend = `<form method="post" action="<%= it.form.action %>">
<input type="hidden" name="authenticity_token" value="<%= it.csrfToken %>">
<%~ include('@kept-fields', it) %>
<button autofocus>Send again</button>
</form>
<p><a href="/">Discard it</a></p>`;

const notKept = '<p>Nothing was changed, and what you typed could not be kept. Go back in your browser to copy it.</p>';

const formOld = `<% layout('@layout') %>
<h1><%= it.title %></h1>
<p class="warning" role="status">You have signed in or out since it was opened.</p>
<% if (it.form) { %>
<p>Nothing was changed. This is what you typed<% if (it.form.asked.length) { %>, apart from passwords and codes<% } %>:</p>
<%~ include('@resend', it) %>
<% } else { %>${notKept}<% } %>
`;

const formEnded = `<% layout('@layout') %>
<h1><%= it.title %></h1>
<p class="warning" role="status">You are no longer signed in.</p>
<% if (it.form) { %><p>Nothing was changed. What you typed is kept, apart from passwords, codes and files: sign in to send it.</p><% } else { %>${notKept}<% } %>
<form method="post" action="/users/sign_in">
<input type="hidden" name="authenticity_token" value="<%= it.csrfToken %>">
<% if (it.form) { %><input type="hidden" name="kept" value="<%= it.kept %>"><% } %>
<label for="login">Username or e-mail address</label>
<input id="login" name="user[login]" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus>
<label for="password">Password</label>
<input id="password" name="user[password]" type="password" autocomplete="current-password" required>
<button>Sign in</button>
</form>
`;

/** Page of a form that was kept while its sender signed in. */
const formResumed = `<% layout('@layout') %>
<h1>Send what you typed?</h1>
<p class="done" role="status">You are signed in again.</p>
<%~ include('@resend', it) %>
`;

/** Templates of every service: the frame of pages, and parts of many. */
export const frameTemplates: Readonly<Record<string, string>> = {
  ...{ layout, notice, failures, pager, error },
  ...{ resend, 'kept-fields': keptFields },
  ...{ 'form-old': formOld, 'form-ended': formEnded, 'form-resumed': formResumed },
};
