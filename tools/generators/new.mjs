// Makes the files of something new, the way the house builds it (docs/STYLE.md):
//   node tools/generators/new.mjs service <name>
//   node tools/generators/new.mjs endpoint <service> <METHOD> <path> [--name x]
//   node tools/generators/new.mjs event <service> <name>
import path from 'node:path';
import { generate } from './generate.mjs';

const { status, lines } = await generate(process.argv.slice(2), path.resolve(import.meta.dirname, '../..'), Date.now());
(status === 0 ? console.log : console.error)(lines.join('\n'));
process.exitCode = status;
