import { Failure } from '../failure.mjs';
import { ensureInstalled } from '../install/install.mjs';
import { createProgress } from '../progress.mjs';
import { configurationFileOf, readConfigurationFile } from '../settings/configuration-file.mjs';
import { declaredSettings, effectiveSettings, valueProblems } from '../settings/effective.mjs';
import { shownValue } from '../settings/shown.mjs';

/** Checks the configuration file and the variables, or shows the settings without their secrets. Exit status 1 for mistakes. */
export async function run({ data: folder, json, all }, [action]) {
  if (!['check', 'show'].includes(action))
    throw new Failure(`config can check and show, not "${action}"; see ./hearth config --help.`, { exitCode: 2 });
  await ensureInstalled(createProgress());
  const file = configurationFileOf(folder);
  const { settings, problems } = file ? await readConfigurationFile(file) : { settings: [], problems: [] };
  const declared = await declaredSettings();
  const effective = effectiveSettings({ file, settings }, declared);
  if (action === 'check') return check(file, [...problems, ...valueProblems(effective, declared)]);
  const shown = effective
    .filter(({ source }) => all || source !== 'default')
    .map(({ name, value, source }) => ({ name, value: shownValue(name, value), source }));
  process.stdout.write(json ? `${JSON.stringify(shown, null, 2)}\n` : inWords(shown));
  return 0;
}

function check(file, problems) {
  if (problems.length === 0) {
    process.stdout.write(`${file ?? 'The environment'} has no mistakes.\n`);
    return 0;
  }
  process.stderr.write(`${problems.join('\n')}\n`);
  return 1;
}

function inWords(shown) {
  return shown.map(({ name, value, source }) => `${name}=${value}  (${source})\n`).join('');
}
