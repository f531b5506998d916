export { ConfigurationError, allSettings, defineSettings, type SettingDescription, type Settings } from './settings.js';
