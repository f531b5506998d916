import { format } from 'oxfmt';
import configuration from '../.oxfmtrc.json' with { type: 'json' };

const { ignorePatterns, ...options } = configuration;

/**
 * Formats a text as `npm run format` does.
 * @param {string} file path or name, whose ending is the language
 * @throws {Error} for a text that is not of this language
 */
export async function formatted(file, text) {
  const { code, errors } = await format(file, text, options);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
