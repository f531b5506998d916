/** The mark of Hearth: beside its name on every page, and as the icon of their tabs. */
export const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="8" fill="#a33b12"/><path d="M16.6 5c.6 4-5.9 6.6-5.9 12.7C10.7 22 13 25 16.2 25c3.3 0 5.7-2.6 5.7-6 0-2.3-1-3.8-2-5.3-.3 1.6-1 2.7-2 3.3.6-4.6-.2-9.2-1.3-12z" fill="#ffd9b8"/></svg>`;

/** What browsers need to know of every page before its title. */
export const HEAD = `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="/-/assets/hearth.svg">
<link rel="stylesheet" href="/-/assets/hearth.css">`;

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
<% if (it.user) { %>
<% if (it.user.admin) { %><a href="/admin">Admin</a><% } %>
<a href="/-/profile">Settings</a>
<form method="post" action="/users/sign_out">
<input type="hidden" name="authenticity_token" value="<%= it.csrfToken %>">
<span class="who">Signed in as <strong><%= it.user.name %></strong></span>
<button class="plain">Sign out</button>
</form>
<% } else { %>
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

/** What became of the form before: a page is told by its address, which a browser may load again. */
const notice = '<% if (it.notice) { %><p class="done" role="status"><%= it.notice %></p><% } %>';

/** Everything that is wrong with a form, each with a link to its field. */
const failures = `<% if (it.failures?.length) { %>
<div class="error" role="alert"><ul><% for (const each of it.failures) { %><li><% if (each.field) { %><a href="#<%= each.field %>"><%= each.text %></a><% } else { %><%= each.text %><% } %></li><% } %></ul></div>
<% } %>`;

/** The neighbours of one page of a list. */
const pager = `<% if (it.pager?.previous || it.pager?.next) { %>
<nav class="pager" aria-label="Pages">
<% if (it.pager.previous) { %><a rel="prev" href="<%= it.pager.previous %>">Previous page</a><% } %>
<% if (it.pager.next) { %><a rel="next" href="<%= it.pager.next %>">Next page</a><% } %>
</nav>
<% } %>`;

/** Templates of every service: the frame of pages, and parts of many. */
export const frameTemplates: Readonly<Record<string, string>> = { layout, notice, failures, pager };
