const FENCE = /^\s{0,3}(```|~~~)/;
const QUICK_ACTION = /^\/[a-z_]{1,32}(?:[ \t]|$)/i;
const UPLOAD = /(\]\(|src=")(\/uploads\/[0-9a-f]{32}\/)/g;

/**
 * Rewrites a text of the source so that it means the same here: lines that would be quick actions stay text, and links to files that were uploaded to a
 * project lead to them at the source.
 * @param {string | null} text @param {string} projectUrl page of the project at the source
 */
export function movedText(text, projectUrl) {
  let fence;
  const lines = (text ?? '').split(/\r?\n/).map((line) => {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || fence === mark)) fence = fence === undefined ? mark : undefined;
    else if (fence === undefined) return escaped(line).replace(UPLOAD, `$1${projectUrl}$2`);
    return line;
  });
  return lines.join('\n');
}

function escaped(line) {
  return QUICK_ACTION.test(line) ? `\\${line}` : line;
}

/**
 * A line for the beginning of a text whose author has no account here, or whose time the API does not keep.
 * @param {{ verb: string, username?: string, at?: string, host: string }} origin without `username` the author is kept; `at` as the API has it
 */
export function originLine({ verb, username, at, host }) {
  // In code, so that it mentions no user here who happens to have the same name.
  const by = username === undefined ? '' : ` by \`${username}\``;
  const on = at === undefined ? '' : ` on ${at.slice(0, 10)}`;
  return `*${verb}${by}${on} at ${host}.*`;
}

/** Puts lines about the origin before a text. */
export function withOrigin(lines, text) {
  return [...lines, ...(text === '' ? [] : [text])].join('\n\n');
}
