import { parseCommandLine } from './command-line.mjs';
import { COMMANDS } from './command-table.mjs';
import { reportError } from './failure.mjs';

try {
  const { help, command, values, positionals } = parseCommandLine(process.argv.slice(2));
  if (help) {
    process.stdout.write(`${help}\n`);
  } else {
    const { configured, folder = '' } = COMMANDS[command];
    if (configured) {
      const { addConfigurationFile } = await import('./settings/configuration-file.mjs');
      await addConfigurationFile(values.data);
    }
    const { run } = await import(`./commands/${folder}${command}.mjs`);
    process.exitCode = (await run(values, positionals)) ?? 0;
  }
} catch (error) {
  process.exitCode = reportError(error);
}
