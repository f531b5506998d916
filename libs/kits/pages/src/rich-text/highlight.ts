import hljs from 'highlight.js';

/** HTML of each line of a text, with classes of highlight.js; null for a text without a known language. */
export type HighlightedLines = readonly string[] | null;

/** Returns a language of highlight.js by its name or an alias; undefined for an unknown one. */
export function languageNamed(name: string): string | undefined {
  return hljs.getLanguage(name) && name;
}

/** @param language a known one */
export function highlight(code: string, language: string): string {
  return hljs.highlight(code, { language, ignoreIllegals: true }).value;
}

/** Files whose whole name says their language. */
const BY_NAME: Readonly<Record<string, string>> = {
  dockerfile: 'dockerfile',
  makefile: 'makefile',
  gemfile: 'ruby',
  rakefile: 'ruby',
  jenkinsfile: 'groovy',
  'cmakelists.txt': 'cmake',
};

/** Returns the language of a file by its name; undefined for an unknown one. */
export function languageOf(fileName: string): string | undefined {
  const name = fileName.slice(fileName.lastIndexOf('/') + 1).toLowerCase();
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '';
  return BY_NAME[name] ?? languageNamed(extension);
}

/** Highlights a file. Elements that go on over several lines are closed and opened again, so that each line stands for itself. */
export function highlightLines(text: string, fileName: string): HighlightedLines {
  const language = languageOf(fileName);
  if (language === undefined) return null;
  const open: string[] = [];
  return highlight(text, language)
    .split('\n')
    .map((line) => {
      const before = open.join('');
      for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) {
        if (tag === '</span>') open.pop();
        else open.push(tag);
      }
      return before + line + '</span>'.repeat(open.length);
    });
}
