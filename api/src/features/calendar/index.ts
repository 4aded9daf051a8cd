/** Bookings, holds, capacity, crews, muhurat dates, calendar files and the availability for visitors. */
export { listEntries } from './bookings.queries.js';
export { calendarRoutes } from './calendar.routes.js';
export { startHoldSweep } from './holds.js';
