/** The field without which the frame refuses a form. */
export const csrf = '<input type="hidden" name="authenticity_token" value="<%= it.csrfToken %>">';

interface FieldOptions {
  readonly type?: 'text' | 'email' | 'url' | 'password' | 'date' | 'number' | 'search' | 'file';
  /** Beneath the field, and read out with it. */
  readonly hint?: string;
  /** Further attributes, as HTML. */
  readonly attributes?: string;
  /** Lines of a field for texts. */
  readonly rows?: number;
}

/** A field with its label; its value is `it.values[name]`, and a failure of the name is its own. */
export function field(name: string, label: string, { type = 'text', hint, attributes = '', rows }: FieldOptions = {}) {
  const described = hint === undefined ? '' : ` aria-describedby="${name}-hint"`;
  const invalid = `<% if (it.failures?.some(({ field }) => field === '${name}')) { %> aria-invalid="true"<% } %>`;
  const common = `id="${name}" name="${name}" ${attributes}${described}${invalid}`;
  const value = `<%= it.values?.${name} ?? '' %>`;
  const control =
    rows === undefined
      ? `<input ${common} type="${type}"${type === 'file' ? '' : ` value="${value}"`}>`
      : `<textarea ${common} rows="${rows}">${value}</textarea>`;
  return [
    `<label for="${name}">${label}</label>`,
    control,
    ...(hint === undefined ? [] : [`<p id="${name}-hint" class="hint">${hint}</p>`]),
  ].join('\n');
}

/** A button that is a form of its own. `path` and `name` are expressions of the template. */
export function button(text: string, path: string, name: string): string {
  return `<form method="post" action="<%= ${path} %>">${csrf}<button class="plain danger" aria-label="${text} <%= ${name} %>">${text}</button></form>`;
}

/** A time that is read by people and programs. `moment` is an expression of the template. */
export function time(moment: string): string {
  return `<time datetime="<%= ${moment}.toISOString() %>"><%= ${moment}.toISOString().slice(0, 10) %></time>`;
}

/**
 * The frame of pages that share a menu at their side. A page names its entry: `layout('@…', { current: 'profile' })`.
 * @param menu entries: key, path and text
 */
export function menuFrame(
  label: string,
  menu: readonly (readonly [key: string, path: string, text: string])[],
): string {
  const entry = ([key, path, text]: (typeof menu)[number]) =>
    `<li><a href="${path}"<% if (it.current === '${key}') { %> aria-current="page"<% } %>>${text}</a></li>`;
  return `<% layout('@layout', { columns: true }) %>
<nav class="side" aria-label="${label}"><ul>
${menu.map(entry).join('\n')}
</ul></nav>
<main id="content">
<%~ include('@notice', it) %>
<%~ it.body %>
</main>
`;
}

/** Everything that is wrong with the form of a page. */
export const failures = "<%~ include('@failures', it) %>";
/** The neighbours of the page of a list. */
export const pager = "<%~ include('@pager', it) %>";
