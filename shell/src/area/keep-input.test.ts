import { fieldsOf, keepInput } from './keep-input';

/** Returns a form in a page. */
function formOf(html: string): HTMLFormElement {
  const page = document.createElement('div');
  page.innerHTML = `<form>${html}</form>`;
  return page.firstElementChild as HTMLFormElement;
}
const pageOf = (form: HTMLFormElement) => form.parentElement as HTMLElement;
/** Moves what is entered into one form to another one. */
const move = (from: HTMLFormElement, to: HTMLFormElement) => keepInput(fieldsOf(pageOf(from)), pageOf(to));
const valuesOf = (form: HTMLFormElement) => [...new FormData(form)].map(([name, value]) => `${name}=${value}`);

const CHOICES = `
  <input type="checkbox" name="event" value="wedding"><input type="checkbox" name="event" value="portrait">
  <input type="checkbox" name="undecided">
  <select name="cities" multiple><option>Pune<option>Mumbai<option>Nashik</select>`;

it('PUB-CONT-3 keeps each choice of check boxes with one name, and all choices of a list', () => {
  const from = formOf(CHOICES);
  for (const choice of from.querySelectorAll<HTMLInputElement>('[value=portrait],[name=undecided]'))
    choice.checked = true;
  for (const option of from.querySelectorAll('option')) option.selected = option.value !== 'Mumbai';
  const to = formOf(
    CHOICES.replace('>Pune<option>Mumbai', '>Mumbai<option>Pune').replace('"undecided"', '"undecided" value="yes"'),
  );
  move(from, to);
  expect(valuesOf(to)).toEqual(['event=portrait', 'cities=Pune', 'cities=Nashik']);
});

it('PUB-CONT-3 keeps the values of buttons, files, hidden fields and results', () => {
  const html = (
    value: string,
  ) => `<input name="name" value="${value}"><input type="hidden" name="version" value="${value}">
    <button name="step" value="${value}"></button><input type="submit" name="send" value="${value}">
    <output name="total">${value}</output><fieldset name="place"></fieldset>`;
  const to = formOf(html('new'));
  move(formOf(html('old')), to);
  const values = ['name', 'version', 'step', 'send', 'total'].map(
    (name) => (to.elements.namedItem(name) as HTMLInputElement).value,
  );
  expect(values).toEqual(['old', 'new', 'new', 'new', 'new']);
});

it('PUB-CONT-3 a field of another kind than before keeps its own value', () => {
  const to = formOf('<select name="cities" multiple><option selected>Pune</select><input name="event" value="1">');
  move(formOf('<input name="cities" value="Mumbai"><input type="checkbox" name="event" checked>'), to);
  expect(valuesOf(to)).toEqual(['cities=Pune', 'event=1']);
});
