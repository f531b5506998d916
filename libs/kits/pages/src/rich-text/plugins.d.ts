// Plugins of markdown-it that have no types of their own.
declare module 'markdown-it-emoji' {
  import type { MarkdownIt } from 'markdown-it';
  export function full(markdown: MarkdownIt): void;
}
declare module 'markdown-it-task-lists' {
  import type { MarkdownIt } from 'markdown-it';
  export default function taskLists(markdown: MarkdownIt): void;
}
