export { ConfigurationError, configurationErrorIn, endProcess } from './configuration-error.js';
export {
  allSettings,
  defineSettings,
  type SettingDescription,
  type Settings,
  type SettingsOptions,
} from './settings.js';
export { strangeVariables } from './strange-variables.js';
export { storageNames } from './storage-names.js';
export {
  duration,
  durationText,
  flag,
  hostAndPort,
  httpUrl,
  json,
  list,
  postgresUrl,
  wholeNumber,
} from './variables.js';
export { importsFromPrivate } from './import-sources.js';
