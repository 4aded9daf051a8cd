const rupees = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Groups digits in the Indian format: 150000 becomes '1,50,000'. */
export function groupRupees(amount: number): string {
  return rupees.format(amount);
}

/** Formats a typed price: '₹150000' becomes '1,50,000'. Text that is not a plain amount stays unchanged. */
export function formatPrice(typed: string): string {
  const digits = typed.replace(/[₹,\s]/g, '');
  return /^\d{1,12}$/.test(digits) ? groupRupees(Number(digits)) : typed.trim();
}

/** Formats a day: '2027-02-14' becomes '14 Feb 2027'. */
export function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`;
}
