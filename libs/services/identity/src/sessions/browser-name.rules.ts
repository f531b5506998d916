/** What tells browsers and systems apart: the first that matches, since most also name those whose pages they imitate. */
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** Names a browser for its user: `Firefox on Windows`; an unknown one is called by its user agent, and null stays null. */
export function browserName(userAgent: string | null): string | null {
  const [browser, system] = [BROWSERS, SYSTEMS].map((all) => all.find(([mark]) => mark.test(userAgent ?? ''))?.[1]);
  if (browser === undefined) return userAgent;
  return system === undefined ? browser : `${browser} on ${system}`;
}
