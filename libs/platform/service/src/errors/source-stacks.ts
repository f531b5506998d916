import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Source maps by the URL of a compiled file; null for one without a map. */
const maps = new Map<string, SourceMap | null>();

/**
 * Makes the stacks of errors name files and lines of the sources. Node's flag for it (`--enable-source-maps`) reads the map of every module that is
 * loaded, a fifteenth of the CPU time of a start and 28 MB in each process. Here the map of a file of Hearth's own is read when a stack first names
 * the file.
 */
export function nameSourcesInStacks(): void {
  Error.prepareStackTrace = (error, sites) => [headOf(error), ...sites.map(inSource)].join('\n    at ');
}

function headOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    // The error's message or name cannot be read, or is no text.
    return '<error>';
  }
}

function inSource(site: NodeJS.CallSite): string {
  const text = String(site);
  const [file, line, column] = [site.getFileName(), site.getLineNumber(), site.getColumnNumber()];
  if (!file?.startsWith('file:') || file.includes('/node_modules/') || line === null || column === null) return text;
  const origin = mapOf(file)?.findOrigin(line, column);
  if (!origin || !('fileName' in origin)) return text;
  const source = fileURLToPath(new URL(origin.fileName, file));
  return text.replace(`${file}:${line}:${column}`, () => `${source}:${origin.lineNumber}:${origin.columnNumber}`);
}

function mapOf(file: string): SourceMap | null {
  let map = maps.get(file);
  if (map === undefined) maps.set(file, (map = readMap(file)));
  return map;
}

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')) as SourceMapPayload);
  } catch {
    // A stack without sources is better than none.
    return null;
  }
}
