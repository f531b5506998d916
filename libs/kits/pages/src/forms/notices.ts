import { v4 } from '@hearth/http';

/**
 * Declares the notices about previous forms, by the value of the parameter `done` of the page to which a form redirects.
 * @returns `done`, the type of that parameter: unknown values are ignored; `noticeOf`, the text of a value; `withNotice`, a path with a value
 */
export function defineNotices<Word extends string>(texts: Readonly<Record<Word, string>>) {
  return {
    done: v4.optional(v4.oneOf(Object.keys(texts) as [Word, ...Word[]])).catch(undefined),
    noticeOf: (word: Word | undefined): string | null => (word === undefined ? null : texts[word]),
    withNotice: (path: string, word: Word): string => `${path}?done=${word}`,
  };
}
