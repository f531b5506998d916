import type { Visibility } from '@hearth/contract-kit';
import type { PageLinks } from '@hearth/http';

/** Row of a project or a group in a list. */
export interface RowOfPage {
  readonly path: string;
  readonly name: string;
  readonly description: string | null;
  readonly visibility: Visibility;
  readonly archived: boolean;
}

interface Listing {
  readonly title: string;
  readonly projects: readonly RowOfPage[];
  readonly pager: PageLinks;
}

/** Data of each page, besides the signed-in user. */
export interface OverviewPageData {
  readonly project: {
    readonly title: string;
    readonly name: string;
    readonly namespace: { readonly name: string; readonly address: string };
    readonly description: string | null;
    readonly visibility: Visibility;
    readonly archived: boolean;
    readonly cloneUrl: string;
    readonly defaultBranch: string | null;
    /** Path of the avatar; null without one. */
    readonly avatar: string | null;
    readonly tags: readonly string[];
    readonly stars: number;
    readonly forks: number;
    readonly active: string;
  };
  readonly group: Listing & {
    readonly description: string | null;
    readonly visibility: Visibility;
    readonly avatar: string | null;
    readonly groups: readonly { readonly name: string; readonly path: string; readonly description: string | null }[];
  };
  readonly user: Listing & {
    readonly username: string;
    readonly blocked: boolean;
    readonly since: string;
    readonly avatar: string | null;
    readonly bio: string | null;
    readonly facts: readonly { readonly label: string; readonly text: string; readonly url?: string }[];
  };
  readonly 'own-projects': Listing;
  readonly 'own-groups': Listing;
}

const projects = `<% if (it.projects.length === 0) { %><p class="empty">None that you can see.</p><% } else { %>
<ul class="list">
<% for (const each of it.projects) { %>
<li><div><a href="/<%= each.path %>"><strong><%= each.name %></strong></a>
<% if (each.description) { %><p class="meta"><%= each.description %></p><% } %></div>
<div><span class="tag"><%= each.visibility %></span><% if (each.archived) { %> <span class="tag">archived</span><% } %></div></li>
<% } %>
</ul>
<%~ include('@pager', it) %>
<% } %>
`;

/** Heading of a page, beside its avatar. */
const headed = (heading: string) =>
  `<div class="headed"><% if (it.avatar) { %><img src="<%= it.avatar %>" width="64" height="64" alt=""><% } %><h1>${heading}</h1></div>`;

const project = `<% layout('@layout', { wide: true }) %>
<p class="meta"><a href="<%= it.namespace.address %>"><%= it.namespace.name %></a></p>
${headed('<%= it.name %>')}
<p><span class="tag"><%= it.visibility %></span><% if (it.archived) { %> <span class="tag">archived</span><% } %></p>
<% if (it.description) { %><p class="lead text"><%= it.description %></p><% } %>
<h2>Clone</h2>
<div class="copied"><pre tabindex="0" id="clone"><code>git clone <%= it.cloneUrl %></code></pre> <button type="button" class="plain" data-copy="clone" aria-live="polite" hidden>Copy command</button></div>
<h2>About</h2>
<dl class="facts">
<div><dt>Default branch</dt><dd><% if (it.defaultBranch) { %><code><%= it.defaultBranch %></code><% } else { %>none yet<% } %></dd></div>
<div><dt>Stars</dt><dd><%= it.stars %></dd></div>
<div><dt>Forks</dt><dd><%= it.forks %></dd></div>
<div><dt>Last active</dt><dd><time><%= it.active %></time></dd></div>
</dl>
<% if (it.tags.length) { %><p><% for (const tag of it.tags) { %><span class="tag"><%= tag %></span> <% } %></p><% } %>
`;

const group = `<% layout('@layout', { wide: true }) %>
<p class="meta">Group</p>
${headed('<%= it.title %>')}
<p><span class="tag"><%= it.visibility %></span></p>
<% if (it.description) { %><p class="lead text"><%= it.description %></p><% } %>
<% if (it.groups.length) { %>
<h2>Subgroups</h2>
<ul class="cards">
<% for (const each of it.groups) { %><li><a href="/groups/<%= each.path %>"><%= each.name %></a><% if (each.description) { %><p><%= each.description %></p><% } %></li><% } %>
</ul>
<% } %>
<h2>Projects</h2>
${projects}`;

const user = `<% layout('@layout', { wide: true }) %>
<p class="meta">@<%= it.username %></p>
${headed('<%= it.title %>')}
<p class="meta">Here since <time><%= it.since %></time><% if (it.blocked) { %> <span class="tag">blocked</span><% } %></p>
<% if (it.bio) { %><p class="lead text"><%= it.bio %></p><% } %>
<% if (it.facts.length) { %>
<dl class="facts">
<% for (const each of it.facts) { %><div><dt><%= each.label %></dt><dd><% if (each.url) { %><a href="<%= each.url %>" rel="nofollow noopener noreferrer"><%= each.text %></a><% } else { %><%= each.text %><% } %></dd></div>
<% } %>
</dl>
<% } %>
<h2>Projects</h2>
${projects}`;

const ownList = `<% layout('@layout', { wide: true }) %>
<h1><%= it.title %></h1>
${projects}`;

export const overviewTemplates: Readonly<Record<keyof OverviewPageData, string>> = {
  project,
  group,
  user,
  'own-projects': ownList,
  'own-groups': ownList,
};
