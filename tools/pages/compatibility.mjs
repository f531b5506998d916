// Builds docs/COMPAT.md from the COMPAT.md of each service.
import path from 'node:path';

/**
 * @param {readonly { title: string, folder: string, text: string }[]} parts the page of each service, and its folder in the repository
 * @returns {string} the page as Markdown
 */
export function compatibilityPage(parts) {
  return [
    '# Compatibility',
    `Generated from the \`COMPAT.md\` of each service by \`npm run generate\`.`,
    `Hearth speaks the GitLab REST API v4 as of release 10.4, the release whose documentation its resources, fields and endpoints follow. \`GET /version\`
answers \`10.4.0\`; the \`revision\` names Hearth. Current clients work with it; where they need something newer than 10.4, Hearth has that too.`,
    '## Deviations and choices',
    'Each row is a point where GitLab 10.4 and its documentation differ, where neither specifies the behaviour, or where Hearth deviates on purpose.',
    ...parts.flatMap(({ title, folder, text }) => [`### ${title}`, relinked(tableOf(text), folder)]),
    '## Not implemented',
    `The route tables (\`libs/services/*/routes.generated.json\`) list all endpoints. Pages exist for what has a \`web_url\`, for the code, and to create and administer projects and groups
with their settings, and for searches, to-do items and one's own account; there is none that resolves merge conflicts. A page that is hidden from an anonymous
caller leads to sign-in, as paths that do not exist do; issues, merge requests, snippets, pipelines and jobs ask for an account, as the API does.`,
    '',
  ].join('\n\n');
}

function tableOf(text) {
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.join('\n');
}

/** Makes the relative links of a page in `folder` those of a page in docs. */
function relinked(text, folder) {
  return text.replaceAll(/\]\((?!\w+:|#)([^)]+)\)/g, (_, link) => {
    const target = path.posix.join(folder, link);
    return `](${path.posix.relative('docs', target)})`;
  });
}
