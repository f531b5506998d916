export { ConfigurationError, causesOf, configurationErrorIn, endProcess } from './configuration-error.js';
export {
  allSettings,
  defineSettings,
  type SettingDescription,
  type Settings,
  type SettingsOptions,
} from './settings.js';
export { unknownVariables } from './unknown-variables.js';
export {
  FILE_VARIABLE,
  readConfigurationFile,
  type ConfigurationFile,
  type FileSetting,
} from './configuration-file.js';
export {
  byteSize,
  byteSizeText,
  duration,
  durationText,
  flag,
  hostAndPort,
  httpUrl,
  json,
  list,
  networks,
  postgresUrl,
  redisUrl,
  wholeNumber,
} from './variables.js';
export { REVISION_HEADER, ownRevision } from './own-revision.js';
export { OwnAddress, publicSshAddress, publicUrl, sshPrefix } from './public-url.js';
