const WIDTH = 120;
const CLAUSES = /(?<! left| cross) (?=(?:select|from|where|(?:left |cross )?join|group by|order by|limit|union all) )/;
const CONDITIONS = / (?=(?:and|or) )/;
const COLUMNS = /(?<=,) /;
const NAMED_QUERIES = /(?<=[»/],) (?=\w+ as )/;
const SEPARATORS = [NAMED_QUERIES, CLAUSES, CONDITIONS, COLUMNS];
/** Placeholder of a part in parentheses, by its number. */
const PART = /«(\d+)»/g;
const INNERMOST = /\(([^()]*)\)/;

/** Formats a statement for reviewers: one clause per line, long parts in parentheses indented. */
export function sqlInLines(text: string): string {
  const parts: string[] = [];
  let rest = text.replace(/\s+/g, ' ').trim();
  for (let part = INNERMOST.exec(rest); part; part = INNERMOST.exec(rest)) {
    const number = parts.push(part[1]!.trim()) - 1;
    rest = `${rest.slice(0, part.index)}«${number}»${rest.slice(part.index + part[0].length)}`;
  }
  const flat = (line: string): string => line.replace(PART, (_, number: string) => `(${flat(parts[Number(number)]!)})`);
  const fits = (line: string, indent: string) => indent.length + flat(line).length <= WIDTH;
  const linesOf = (line: string, indent: string, by: readonly RegExp[]): string => {
    if (fits(line, indent)) return indent + flat(line);
    const [separator, ...finer] = by;
    if (separator) {
      const [first, ...others] = line.split(separator);
      const isFurther = separator === CONDITIONS || (separator === COLUMNS && line.startsWith('select'));
      const further = isFurther ? `${indent}  ` : indent;
      return [linesOf(first!, indent, finer), ...others.map((each) => linesOf(each, further, finer))].join('\n');
    }
    return indent + line.replace(PART, (_, number: string) => inside(parts[Number(number)]!, indent));
  };
  const inside = (part: string, indent: string): string =>
    fits(part, `${indent}  `) && !part.includes('«')
      ? `(${flat(part)})`
      : `(\n${linesOf(part, `${indent}  `, SEPARATORS)}\n${indent})`;
  return linesOf(rest, '', SEPARATORS);
}
