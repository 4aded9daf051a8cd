type Field = HTMLInputElement & HTMLOptionElement;

/**
 * Returns the fields of the forms in an element, without those that nobody fills in or whose value only the browser sets. Of a list
 * with several choices these are its options.
 */
export const fieldsOf = (element: HTMLElement) => [
  ...element.querySelectorAll<Field>(
    'form [name]:not([type=hidden],[type=file],button,output,select[multiple]),form [multiple] option',
  ),
];

/** Returns what a field and its copy have in common: the name, and the value of what is only chosen. Options have no type. */
const keyOf = (field: Field) =>
  field.closest<Field>('[name]')?.name + (/checkbox|radio|submit|undefined/.test(field.type) ? `=${field.value}` : '');

/** Gives what is entered into fields that have left the document to those of another copy of the page, in their order. */
export function keepInput(fields: Field[], copy: HTMLElement): void {
  for (const field of fieldsOf(copy)) {
    const filled = fields.find((each) => keyOf(each) === keyOf(field));
    if (!filled) continue;
    // Each is used once.
    fields.splice(fields.indexOf(filled), 1);
    field.checked = filled.checked;
    field.selected = filled.selected;
    field.value = filled.value;
  }
}
