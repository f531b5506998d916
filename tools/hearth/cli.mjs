import { parseCommandLine } from './command-line.mjs';
import { reportError } from './failure.mjs';

try {
  const { help, command, values, positionals } = parseCommandLine(process.argv.slice(2));
  if (help) {
    process.stdout.write(`${help}\n`);
  } else {
    const { run } = await import(`./commands/${command}.mjs`);
    process.exitCode = (await run(values, positionals)) ?? 0;
  }
} catch (error) {
  process.exitCode = reportError(error);
}
