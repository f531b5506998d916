import * as linguist from 'linguist-languages';

/** Language as GitHub's Linguist describes it. */
interface Language {
  readonly name: string;
  readonly type: string;
  /** Language under whose name this one counts. */
  readonly group?: string;
  readonly extensions?: readonly string[];
  readonly filenames?: readonly string[];
  readonly color?: string;
}

/** Bytes by language. */
export type LanguageSizes = Map<string, number>;

/** The most common language of extensions that several languages claim. */
const PREFERRED: Readonly<Record<string, string>> = {
  '.h': 'C',
  '.m': 'Objective-C',
  '.pl': 'Perl',
  '.r': 'R',
  '.rs': 'Rust',
  '.ts': 'TypeScript',
  '.tsx': 'TypeScript',
  '.cs': 'C#',
  '.fs': 'F#',
  '.html': 'HTML',
  '.php': 'PHP',
  '.v': 'Verilog',
  '.vue': 'Vue',
  '.svelte': 'Svelte',
  '.inc': 'PHP',
  '.cls': 'TeX',
  '.sh': 'Shell',
  '.d': 'D',
  '.pm': 'Perl',
  '.ml': 'OCaml',
  '.f': 'Fortran',
  '.nu': 'Nushell',
  '.odin': 'Odin',
  '.tsp': 'TypeSpec',
  '.es': 'JavaScript',
  '.jsx': 'JavaScript',
};

const COUNTED = new Set(['programming', 'markup']);
/** Prose and data come first: they win an extension that a program has too, as Markdown does `.md`. */
const LANGUAGES = (Object.values(linguist) as readonly Language[]).toSorted(
  (one, other) => Number(COUNTED.has(one.type)) - Number(COUNTED.has(other.type)),
);

/** Folders and files that are copies, generated or documentation, as Linguist leaves them out. */
const LEFT_OUT = [
  /(?:^|\/)(?:node_modules|bower_components|vendor|vendors|third[-_]?party|\.yarn|Godeps|Carthage|Pods)\//i,
  /(?:^|\/)(?:dist|cache|deps|extern(?:al)?)\//,
  /^(?:docs?|documentation|examples?|samples?|demos?|javadoc|man)\//i,
  /(?:[.-]min\.(?:js|css)|\.d\.ts|\.pb\.go|_pb2\.py|\.designer\.cs)$/i,
  /(?:^|\/)(?:jquery|bootstrap|modernizr)[^/]{0,64}\.(?:js|css|less|scss)$/i,
  /(?:^|\/)(?:gradlew(?:\.bat)?|mvnw(?:\.cmd)?|configure)$/,
];

/** Names of languages by extension and by name of a file; null: not counted. */
const BY_EXTENSION = new Map<string, string | null>();
const BY_NAME = new Map<string, string | null>();
for (const { name, group = name, type, filenames = [] } of LANGUAGES)
  for (const filename of filenames) if (!BY_NAME.has(filename)) BY_NAME.set(filename, COUNTED.has(type) ? group : null);
// An extension belongs to the language that has it as its first one, if there is any.
for (const isFirst of [true, false])
  for (const { name, group = name, type, extensions = [] } of LANGUAGES)
    for (const extension of isFirst ? extensions.slice(0, 1) : extensions.slice(1)) {
      const key = extension.toLowerCase();
      if (!BY_EXTENSION.has(key)) BY_EXTENSION.set(key, COUNTED.has(type) ? group : null);
    }
for (const [extension, name] of Object.entries(PREFERRED)) BY_EXTENSION.set(extension, name);

/** Returns the language of a file by its name; undefined for texts, data, copies and documentation. */
export function languageOf(path: string): string | undefined {
  if (LEFT_OUT.some((pattern) => pattern.test(path))) return undefined;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const known = BY_NAME.get(name);
  if (known !== undefined) return known ?? undefined;
  // The longest extension counts: `.blade.php` before `.php`.
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const language = BY_EXTENSION.get(name.slice(dot).toLowerCase());
    if (language !== undefined) return language ?? undefined;
  }
  return undefined;
}

const COLORS = new Map(LANGUAGES.map(({ name, color }) => [name, color]));

/** Returns the colour of a language, as in `#RRGGBB`; grey for those without one. */
export function colorOf(name: string): string {
  return COLORS.get(name) ?? '#888888';
}

/** Returns the share of each language in percent with two decimals, the largest first. */
export function sharesOf(sizes: LanguageSizes): Record<string, number> {
  const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  const sorted = [...sizes].filter(([, bytes]) => bytes > 0).sort(([, one], [, other]) => other - one);
  return Object.fromEntries(sorted.map(([name, bytes]) => [name, Math.round((bytes / total) * 10_000) / 100]));
}
