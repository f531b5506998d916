import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../hearth/paths.mjs';
import { addressOf, documentationPages } from './pages.mjs';

/** Groups of the navigation by readers: the pages of `docs/` and of the root, in this order, and patterns of the others. */
const GROUPS = [
  {
    text: 'Using Hearth',
    pages: [
      'README.md',
      'docs/first-project.md',
      'docs/review.md',
      'docs/first-pipeline.md',
      'docs/COMPAT.md',
      'docs/clients.md',
      'docs/PERMISSIONS.md',
      'docs/lfs.md',
      'docs/ssh.md',
      'docs/integrations.md',
      'docs/importing.md',
      'CHANGELOG.md',
    ],
  },
  {
    text: 'Operating',
    pages: [
      'docs/deployment.md',
      'docs/operations.md',
      'docs/upgrading.md',
      'docs/backup.md',
      'docs/CONFIGURATION.md',
      'docs/observability.md',
      'docs/runbooks.md',
      'docs/objects.md',
      'docs/single-sign-on.md',
      'docs/keys.md',
      'docs/audit.md',
      'docs/database-connections.md',
      'docs/capacity.md',
      'charts/hearth/README.md',
    ],
  },
  { text: 'Security', pages: ['docs/security.md', 'docs/threat-models.md', 'SECURITY.md'] },
  {
    text: 'Developing',
    pages: [
      'CONTRIBUTING.md',
      'docs/STYLE.md',
      'docs/adding-an-endpoint.md',
      'docs/one-request.md',
      'docs/messaging.md',
      'docs/teams.md',
      'docs/performance.md',
      'docs/STATEMENTS.md',
      'libs/contracts/README.md',
      'libs/contracts/MAP.md',
    ],
  },
  { text: 'Services', matching: /^libs\/(services|edge)\// },
  { text: 'Libraries', matching: /^libs\/(platform|kits|testing)\// },
  { text: 'Tests and tools', matching: /^(apps|bench|tools)\// },
  { text: 'Decisions', matching: /^docs\/adr\// },
];

/** @typedef {{ text: string, collapsed: boolean, items: { text: string, link: string, page: string }[] }} Group */

/** Returns the groups of the navigation, each page with its heading as text. @returns {Group[]} */
export function navigation() {
  const all = documentationPages();
  return GROUPS.map(({ text, pages, matching }) => ({
    text,
    collapsed: matching !== undefined,
    items: (pages ?? all.filter((page) => matching.test(page))).map(itemOf),
  }));
}

/** Lists the pages that a navigation has. @param {Group[]} groups */
export function pagesOf(groups) {
  return groups.flatMap(({ items }) => items.map(({ page }) => page));
}

function itemOf(page) {
  const [, heading = page] = /^# (.+)$/m.exec(readFileSync(path.join(root, page), 'utf8')) ?? [];
  return { text: heading.replaceAll('`', ''), link: addressOf(page), page };
}
