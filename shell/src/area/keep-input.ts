/** Returns the fields of the forms in an element, without those that nobody types into or whose value only the browser sets. */
export const fieldsOf = (element: HTMLElement) => [
  ...element.querySelectorAll<HTMLInputElement>('form [name]:not([type=hidden],[type=radio],[type=file])'),
];

/** Gives the values of fields that have left the document to those of another copy of the page, by name and in their order. */
export function keepInput(fields: HTMLInputElement[], copy: HTMLElement): void {
  for (const field of fieldsOf(copy)) {
    const typed = fields.find(({ name }) => name === field.name);
    if (!typed) continue;
    field.checked = typed.checked;
    field.value = typed.value;
    // Each is used once.
    typed.name = '';
  }
}
