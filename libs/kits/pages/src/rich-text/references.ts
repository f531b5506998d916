import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import type { TextContext } from './text-context.js';

/** `@user`, `group/app#1`, `#1`, `!1`, `%1`, `$1`, and full ids of commits. */
const REFERENCE =
  /(?<![\w/@#!$%&;-])(?:@(?<user>[\w](?:[\w.-]*\w)?(?:\/[\w.-]*\w)*)|(?<project>\w[\w.-]*(?:\/\w[\w.-]*)+)?(?<kind>[#!%$])(?<number>[1-9]\d{0,9})|(?<commit>[0-9a-f]{40}))(?![\w-])/g;

const FOLDERS: Readonly<Record<string, string>> = {
  '#': 'issues',
  '!': 'merge_requests',
  '%': 'milestones',
  $: 'snippets',
};

/** Makes links of the references in a text. They are not looked up: the page that they lead to refuses what is hidden. */
export function linkReferences(markdown: MarkdownIt): void {
  markdown.core.ruler.push('references', (state) => {
    for (const block of state.tokens) if (block.children) block.children = linked(state, block.children);
  });
}

function linked(state: StateCore, tokens: readonly Token[]): Token[] {
  let links = 0;
  return tokens.flatMap((token) => {
    if (token.type === 'link_open') links += 1;
    if (token.type === 'link_close') links -= 1;
    return token.type === 'text' && links === 0 ? partsOf(state, token.content) : [token];
  });
}

function partsOf(state: StateCore, text: string): Token[] {
  const { project } = state.env as TextContext;
  const parts: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(REFERENCE)) {
    const address = addressOf(match.groups!, project);
    if (address === undefined) continue;
    parts.push(textToken(state, text.slice(end, match.index)), ...linkTokens(state, address, match[0]));
    end = match.index + match[0].length;
  }
  return [...parts, textToken(state, text.slice(end))];
}

function addressOf(
  { user, project, kind, number, commit }: Readonly<Record<string, string | undefined>>,
  own: string | undefined,
): string | undefined {
  if (user !== undefined) return `/${user}`;
  const owner = project ?? own;
  if (owner === undefined) return undefined;
  return commit === undefined ? `/${owner}/-/${FOLDERS[kind!]}/${number}` : `/${owner}/-/commit/${commit}`;
}

function textToken(state: StateCore, content: string): Token {
  const token = new state.Token('text', '', 0);
  token.content = content;
  return token;
}

function linkTokens(state: StateCore, address: string, text: string): Token[] {
  const open = new state.Token('link_open', 'a', 1);
  open.attrs = [
    ['href', address],
    ['class', 'reference'],
  ];
  const label = /^[0-9a-f]{40}$/.test(text) ? text.slice(0, 8) : text;
  return [open, textToken(state, label), new state.Token('link_close', 'a', -1)];
}
