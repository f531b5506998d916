/** The field without which the frame refuses a form. */
export const csrf = '<input type="hidden" name="authenticity_token" value="<%= it.csrfToken %>">';

/** What is wrong with a form whose fields have no failures of their own. */
export const error = '<% if (it.error) { %><p class="error" role="alert" id="error"><%= it.error %></p><% } %>';

/**
 * Attributes of the field that such an error is about: it takes the focus.
 * @param hint the id of what else describes the field
 * @param when an expression of the template
 */
export function onError(hint?: string, when = 'it.error'): string {
  const described = hint === undefined ? '' : ` aria-describedby="${hint}"`;
  const both = ` aria-describedby="${hint === undefined ? '' : `${hint} `}error"`;
  return `<% if (${when}) { %> aria-invalid="true" autofocus${both}<% } else { %>${described}<% } %>`;
}

/** A form that was not taken before, which goes on after the sign-in. */
export const kept = '<% if (it.kept) { %><input type="hidden" name="kept" value="<%= it.kept %>"><% } %>';

interface FieldOptions {
  readonly type?: 'text' | 'email' | 'url' | 'password' | 'date' | 'number' | 'search' | 'file';
  /** Beneath the field, and read out with it. */
  readonly hint?: string;
  /** Further attributes, as HTML. */
  readonly attributes?: string;
  /** Lines of a field for texts. */
  readonly rows?: number;
}

/** The failures of a field, beneath it and read out with it. */
export function failuresOf(name: string): string {
  return `<% if (it.errors.${name}) { %><p id="${name}-error" class="field-error"><%= it.errors.${name} %></p><% } %>`;
}

/** Attributes of a field with a failure: the first one on a page takes the focus. */
export function focusOf(name: string): string {
  return `<% if (it.errors.${name} && !it.focused) { it.focused = true %> autofocus<% } %>`;
}

/** Attributes of a field, or of a group of them: what describes it, and whether it is wrong. */
export function describedBy(name: string, hint?: string): string {
  const described = hint === undefined ? '' : ` aria-describedby="${hint}"`;
  const both = `${hint === undefined ? '' : `${hint} `}${name}-error`;
  return `<% if (it.errors.${name}) { %> aria-describedby="${both}"<% } else { %>${described}<% } %>`;
}

/** A field with its label; its value is `it.values[name]`, and a failure of the name is its own. */
export function field(name: string, label: string, { type = 'text', hint, attributes = '', rows }: FieldOptions = {}) {
  const described = describedBy(name, hint === undefined ? undefined : `${name}-hint`);
  const invalid = `<% if (it.errors.${name}) { %> aria-invalid="true"<% } %>${focusOf(name)}`;
  const common = `id="${name}" name="${name}" ${attributes}${described}${invalid}`;
  const value = `<%= it.values?.${name} ?? '' %>`;
  const control =
    rows === undefined
      ? `<input ${common} type="${type}"${type === 'file' ? '' : ` value="${value}"`}>`
      : `<textarea ${common} rows="${rows}">${value}</textarea>`;
  return [
    `<label for="${name}">${label}</label>`,
    control,
    failuresOf(name),
    ...(hint === undefined ? [] : [`<p id="${name}-hint" class="hint">${hint}</p>`]),
  ].join('\n');
}

/** A button that is a form of its own. `path` and `name` are expressions of the template. */
export function button(text: string, path: string, name: string): string {
  return `<form method="post" action="<%= ${path} %>">${csrf}<button class="plain danger" aria-label="${text} <%= ${name} %>">${text}</button></form>`;
}

/** A text to be copied: by a button where scripts run, and else by selecting it. `text` is an expression of the template. */
export function copied(id: string, text: string, name: string): string {
  return `<div class="copied"><code class="secret" id="${id}"><%= ${text} %></code> <button type="button" class="plain" data-copy="${id}" aria-live="polite" hidden>Copy ${name}</button></div>`;
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
