import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../paths.mjs';
import { settingNames } from './shown.mjs';

/**
 * A setting that has a value, and where that is from: `variable`, `default`, or a file with a line.
 * @typedef {{ name: string, value: string, source: string }} EffectiveSetting
 */

/**
 * The settings that apply: variables before the file, the file before defaults.
 * @param {{ file?: string, settings?: { name: string, value: string, line: number }[] }} given the file's settings
 * @param {Awaited<ReturnType<typeof declaredSettings>>} declared
 * @returns {EffectiveSetting[]} by name
 */
export function effectiveSettings({ file, settings = [] }, declared, source = process.env) {
  const ofFile = new Map(settings.map(({ name, value, line }) => [name, { value, source: `${file}, line ${line}` }]));
  const defaults = new Map(declared.flatMap((each) => each.describe()).map((each) => [each.name, each.defaultValue]));
  return settingNames().flatMap((name) => {
    if (source[name]) return [{ name, value: source[name], source: 'variable' }];
    if (ofFile.get(name)?.value) return [{ name, ...ofFile.get(name) }];
    const value = defaults.get(name);
    return value === undefined ? [] : [{ name, value, source: 'default' }];
  });
}

/** Sentences about values that cannot be used, with their places. */
export function valueProblems(effective, declared) {
  const given = effective.filter(({ source }) => source !== 'default');
  const environment = Object.fromEntries(given.map(({ name, value }) => [name, value]));
  return declared
    .flatMap((each) => each.problemsIn(environment))
    .map((sentence) => {
      const { source } = given.find(({ name }) => sentence.startsWith(`${name} `));
      return source === 'variable' ? sentence : `${source}: ${sentence}`;
    });
}

/** Returns what every app declares. Needs a build. @returns {Promise<{ describe: Function, problemsIn: Function }[]>} */
export async function declaredSettings() {
  const load = (file) => import(pathToFileURL(path.join(root, file)));
  const apps = readdirSync(path.join(root, 'apps')).map((app) => `apps/${app}/dist/app.module.js`);
  for (const file of apps) if (existsSync(path.join(root, file))) await load(file);
  const { allSettings } = await load('libs/platform/config/dist/index.js');
  return allSettings();
}
