import { numberText } from '../languages/language';

/** '3:45', in the digits of the language */
export function durationText(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const text = hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  return text.replace(/\d/g, (digit) => numberText(Number(digit)));
}
