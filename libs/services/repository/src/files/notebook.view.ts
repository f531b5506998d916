import { z } from 'zod';

const text = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(''))]);
/** An output: a stream, a result or an error. */
const Output = z.object({
  text: text.optional(),
  data: z.object({ 'text/plain': text.optional() }).optional(),
  evalue: z.string().optional(),
});
const Cell = z.object({ cell_type: z.string(), source: text, outputs: z.array(Output).default([]) });
/** A notebook of Jupyter, nbformat 4. */
const Notebook = z.object({
  cells: z.array(Cell),
  metadata: z.object({ language_info: z.object({ name: z.string() }).optional() }).optional(),
});

/** Returns a Jupyter notebook as Markdown: its texts, code and outputs of text; null for another content. */
export function presentNotebook(content: string): string | null {
  const read = Notebook.safeParse(parsed(content));
  if (!read.success) return null;
  const { cells, metadata } = read.data;
  const language = metadata?.language_info?.name.replace(/[^\w+#-]/g, '') ?? '';
  const parts = cells.flatMap(({ cell_type: type, source, outputs }) => {
    if (type === 'markdown') return [source];
    const shown = outputs.map((output) => output.text ?? output.data?.['text/plain'] ?? output.evalue ?? '');
    return [fenced(source, type === 'code' ? language : ''), ...shown.filter(Boolean).map((each) => fenced(each, ''))];
  });
  return parts.join('\n\n');
}

/** Puts a text between fences that are longer than any in it. */
function fenced(source: string, language: string): string {
  const longest = Math.max(2, ...(source.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${source.replace(/\n$/, '')}\n${fence}`;
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
